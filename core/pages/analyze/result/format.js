// Numbers in the language of the page.
import { locale } from "../texts/texts.js";

export { money, number as count } from "../format.js";

const format = (value, options) => new Intl.NumberFormat(locale(), options).format(value);

export const percent = (share) => format(share, { style: "percent", maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0 });
/** A difference of shares in percentage points. */
export const points = (difference) => format(100 * difference, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
/** A difference of counts. */
export const signed = (difference) => format(difference, { signDisplay: "exceptZero" });
const leastChance = 0.001;
/** A q-value of a test: chance is never nothing. */
export const qValue = (value) => (value < leastChance ? `q < ${decimal(leastChance, 3)}` : `q = ${decimal(value, 3)}`);
export const decimal = (value, digits = 2) => format(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
