// From a file of feedback to an analysis of it.
import { $ } from "./dom.js";
import { showResult } from "./result/result.js";
import { direction, language, text } from "./texts/texts.js";

document.documentElement.lang = language();
document.documentElement.dir = direction();
document.title = text("page.title");
void showResult;
$("main").hidden = false;
