#include "word_lists.hpp"

namespace verbatim::text_analysis {
namespace {

// Words that are also a subject of feedback, such as Turkish `su`, water, are in no list of their language.
constexpr std::array<std::string_view, function_word_list_count> lists{
    // Portuguese
    "o a os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra com sem "
    "sob sobre entre até desde contra após ante perante durante segundo ao aos à às e ou mas nem que se porque pois "
    "como quando onde quem qual quais quanto enquanto embora portanto porém também eu tu ele ela nós vós eles elas "
    "você vocês me te lhe lhes meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas este esta "
    "estes estas esse essa esses essas aquele aquela aqueles isto isso aquilo é são foi foram era eram ser sido está "
    "estão estava estavam estar estamos há tem têm tinha tinham ter temos tenho houve haver faz fazer vai vão ir "
    "pode podem poder podemos deve devem não sim já ainda mais menos muito muita muitos muitas pouco pouca tudo todo "
    "toda todos todas nada nunca sempre só apenas bem mesmo mesma outro outra outros outras cada algum alguma alguns "
    "algumas nenhum nenhuma aqui ali lá agora então depois antes assim tão dele dela deles delas neste nesta nesse "
    "nessa disso obrigado obrigada",
    // Swahili
    "na ya wa kwa ni la za cha vya katika kwenye kutoka hadi mpaka kama lakini au bila kabla baada juu chini ndani "
    "nje kati karibu pamoja hii huu hiki hizi haya huyu hawa hivi huo hiyo hizo hayo hao hicho vile yule wale ile "
    "zile mimi wewe yeye sisi ninyi wao yangu yako yake yetu yenu yao wangu wako wake wetu wenu langu lako lake letu "
    "lao changu chake chetu chao vyangu vyetu vyao zangu zako zake zetu zao si sio ndiyo ndio hapana hakuna hana "
    "hatuna hawana haina hazina kuna kuwa alikuwa ilikuwa walikuwa tulikuwa yalikuwa imekuwa amekuwa wamekuwa ana "
    "una nina tuna wana ina zina lina yana tena pia sana tu bado sasa hapa hapo huko pale nini nani gani wapi lini "
    "vipi mbona ili kwamba ambao ambaye ambayo ambacho ambazo wala hata ingawa iwapo ikiwa kisha halafu tangu wakati "
    "yote wote zote lote kila wengi nyingi mengi moja mbili tatu je sababu kuhusu dhidi zaidi mwa pa kwao kwetu "
    "kwangu kwake asante asanteni tafadhali kuliko mwenye wenye yenye lenye zenye chenye nzima",
    // Hausa
    "da a na ta ya ba su mu ku ke ka ki sun mun kun an ana muna suna yana tana kuna ina kana tun ga daga zuwa cikin "
    "kan ƙarƙashin karkashin bayan kafin tsakanin tare saboda don domin amma ko kuma sai idan har in wannan wancan "
    "waɗannan wadannan waɗancan wani wata wasu wanda wadda waɗanda wadanda shi ita ni kai mini mana masa musu maka "
    "muku namu nasu nawa naka nasa nata tamu tasu ne ce akwai babu ban bai bata bamu basu ba'a za zai zata zan zamu "
    "zasu sa yi cewa wajen lokacin duk duka kowa kowane kowace komai sosai kawai kadai ma fa dai haka nan can yanzu "
    "yaya yadda me mene wa wane wace yaushe fiye tsakani game nake take yake muke suke kuke shine itace hakan ɗaya "
    "daya nagode gode sannu aka ake masu kusa fi ta'a yan ai zo",
    // Turkish
    "ve ile ya da de ki mi mı mu mü ama fakat ancak çünkü veya yahut hem ne bu şu o bunu şunu onu buna ona bunun "
    "onun bunlar onlar bunları onları onların ben sen biz siz bana sana bize size beni seni bizi sizi benim senin "
    "bizim sizin bende bizde onlara bir iki üç her bazı birçok bütün tüm hiç hiçbir kimse biri çok az daha en kadar "
    "gibi için i̇çin göre karşı doğru önce sonra beri dolayı rağmen diye ise i̇se eğer değil var yok vardı yoktu idi "
    "olan olarak oldu olur olmuş olması olmadı olmadığı olduğu olduğunu oluyor olsun olmak etti ediyor eder edildi "
    "etmek nasıl neden niçin niye nerede nereye kim kime hangi kaç zaman şimdi artık hala hâlâ hep henüz burada "
    "orada şurada böyle şöyle öyle sadece yalnız bile dahi hatta ayrıca üzerinde içinde altında üstünde arasında "
    "yanında değiliz evet hayır lütfen teşekkür teşekkürler ederim ederiz merhaba lazım gerek gerekiyor birlikte",
    // Bengali
    "এবং আর ও কিন্তু বা অথবা কিংবা যে যা যার যারা যাদের যদি তাহলে তবে কারণ তাই বলে জন্য থেকে পর্যন্ত দিয়ে সঙ্গে "
    "সাথে মধ্যে ভিতরে ভেতরে উপর উপরে ওপর নিচে কাছে পাশে আগে পরে পর সামনে পেছনে মতো মত চেয়ে ছাড়া বিনা প্রতি আমি "
    "আমার আমাকে আমরা আমাদের তুমি তোমার তোমাদের আপনি আপনার আপনাকে আপনারা আপনাদের সে তার তাকে তারা তাদের তিনি তাঁর এটা "
    "এটি ওটা সেটা সেই এই ওই এর এ এরা একটা একটি এক দুই তিন সব সকল সবাই কিছু কেউ কোনো কোন প্রত্যেক অনেক বেশি কম খুব "
    "আরো আরও শুধু মাত্র না নেই নাই নয় নি হয় হয়েছে হয়নি হয়ে হবে হলে হওয়া হওয়ার হচ্ছে হতে হয়েছিল ছিল ছিলেন "
    "ছিলাম আছে আছেন আছি থাকে থাকি থাকা করে করা করি করেছে করেছি করেন করছে করতে করার করেনি গেছে যায় যাচ্ছে যেতে দেয় "
    "দিয়েছে পারে পারি পারছি কি কী কে কাকে কেন কখন কোথায় কিভাবে কেমন কত এখন এখনো এখনও তখন যখন এখানে সেখানে আবার তো "
    "যেন নিজের ধন্যবাদ দয়া অনুগ্রহ দরকার ধরে আসে আসেনি এসেছে যাওয়া যাওয়ার দেওয়া দিন চাই",
    // Burmese
    "တယ် သည် က ကို မှာ မှ တွင် နှင့် နဲ့ တွေ များ နေ ပါ ဘူး မ ရှိ ပြီ ပြီး ခဲ့ ရဲ့ လို့ လျှင် ရင် အတွက် ကြောင့် ကြ "
    "မည် မယ် လိမ့် တော့ သေး ပဲ ဘဲ လည်း လဲ ဖြင့် ဖြစ် ဟာ တာ တဲ့ သော သာ ထဲ အောက် ပေါ် ဘေး အထိ ထိ ဆီ ထံ သို့ နှင် ရ ရန် "
    "ဖို့ ပေး သွား လာ ထား လိုက် မိ ဦး အုံး သို့သော် ဒါပေမဲ့ ဒီ ဒီမှာ ဟို ဤ ထို အဲဒီ ဒါ ကျွန်တော် ကျွန်မ ကျွန်ုပ် ငါ "
    "သူ သူမ သင် ခင်ဗျား ရှင် တို့ ဘယ် ဘာ ဘယ်လို လား နော် တစ် အားလုံး အလွန် အရမ်း သိပ် အခု ယခု အချို့ တချို့ မှု "
    "ခြင်း စွာ ကျေးဇူး ကျေးဇူးတင် နိုင် ချင် လို ရော လောက် ကတည်းက ထက် မယ့် ပေ တည်း မဲ့ အဲ",
    // Amharic
    "እና ወይም ግን ነገር እንጂ ስለ ለ በ ከ ወደ እስከ ጋር ውስጥ ላይ ታች በታች በላይ ስር አጠገብ ፊት ኋላ በኋላ በፊት መካከል ያለ እንደ እንዲሁም ደግሞ እንኳን ብቻ በጣም "
    "በጣምም ይህ ይህን ይህንን ይህች ያ ያንን እነዚህ እነዚያ ይሄ እኔ አንተ አንቺ እሱ እሷ እኛ እናንተ እነሱ እነርሱ የእኔ የኔ የእኛ የኛ የእሱ የእሷ የእነሱ የነሱ የአንተ "
    "ለእኔ ለእኛ ለኛ ለእነሱ ነው ናት ናቸው ነን ነኝ ነበር ነበረ ነበሩ ነበርን አይደለም አይደሉም አለ አላቸው አለን አለኝ አላት አሉ የለም የሉም የለንም የለኝም የለውም "
    "የላቸውም ሆነ ሆነዋል ሆኗል ይሆናል ሆኖም መሆኑን ሲሆን ምን ማን የት መቼ ለምን እንዴት ስንት የትኛው ምንም ማንም ሁሉ ሁሉም እያንዳንዱ አንድ ሁለት ሦስት ሌላ ሌሎች "
    "አንዳንድ ብዙ ትንሽ አሁን ገና አሁንም እዚህ እዚያ ከዚያ ከዚህ እስካሁን ጀምሮ ምክንያቱም ምክንያት ስለዚህ ምንድን እባክዎ እባክዎን እባክህ አመሰግናለሁ እናመሰግናለን",
    // Persian
    "و در به از که این آن را با است برای تا هم یا اما ولی اگر چون زیرا بر نه هیچ هر همه چند یک دو سه ما من تو او شما "
    "آنها ایشان آنان خود خودم خودمان مرا مان هستم هستیم هستند هست نیست نیستند نیستیم بود بودند بودم بودیم نبود شد "
    "شده شدند شود شوند میشود میشوند نمیشود نشده نشد باشد باشند باشیم باید نباید میتوان توان میتوانیم میتوانند "
    "نمیتوانیم نمیتوانند دارد دارند داریم دارم داشت داشتند ندارد ندارند نداریم ندارم داشته کرد کردند کرده کردن کند "
    "کنند کنیم کنید میکند میکنند میکنیم میکنم نمیکند نمیکنند بین زیر روی بالای کنار پیش پس قبل بعد بدون درباره مانند "
    "مثل حتی نیز فقط خیلی بسیار بیشتر کمتر دیگر چه چرا چگونه چطور کجا کی کدام وقتی هنوز اکنون حالا اینجا آنجا همین "
    "همان چنین ای آیا های هایی ها اند ام می نمی تر ترین توسط سپس یعنی بله خیر سلام لطفا لطفاً ممنون متشکرم تشکر سپاس",
    // Hindi
    "और या लेकिन मगर पर परन्तु परंतु कि जो जिस जिसे जिसका जिनके जिन तो यदि अगर क्योंकि इसलिए ताकि का के की को से में "
    "ने तक लिए साथ बिना बाद पहले पास ऊपर नीचे अंदर बाहर बीच ओर तरफ द्वारा बारे मैं हम तुम आप वह वे यह ये उस उन इस इन "
    "उसे उन्हें इसे इन्हें उसका उसकी उसके उनका उनकी उनके इसका इसकी इसके मेरा मेरी मेरे मुझे हमारा हमारी हमारे हमें "
    "हमको आपका आपकी आपके आपको अपना अपनी अपने है हैं हूँ हूं हो था थी थे होता होती होते हुआ हुई हुए होगा होगी होंगे "
    "होना रहा रही रहे गया गई गए गयी जाता जाती जाते जा जाए कर करते करता करती करना करने किया किए करें दिया दी दिए देते "
    "देता दे सकता सकती सकते चाहिए नहीं न ना मत भी ही बहुत सब सभी कुछ कोई किसी कई हर एक दो तीन क्या कौन कब कहाँ कहां "
    "क्यों कैसे कितना कितने अब अभी तब जब यहाँ यहां वहाँ वहां फिर सिर्फ केवल कम ज्यादा ज़्यादा अधिक वाला वाली वाले "
    "धन्यवाद शुक्रिया कृपया नमस्ते",
    // Urdu
    "اور یا لیکن مگر پر کہ جو جس جسے جن تو اگر کیونکہ اس لیے لئے تاکہ کا کے کی کو سے میں نے تک ساتھ بغیر بعد پہلے "
    "پاس اوپر نیچے اندر باہر درمیان طرف بارے ہم تم آپ وہ یہ ان اسے انہیں اسکا اسکی میرا میری میرے مجھے ہمارا ہماری "
    "ہمارے ہمیں آپکا انکا اپنا اپنی اپنے ہے ہیں ہوں ہو تھا تھی تھے تھیں ہوتا ہوتی ہوتے ہوا ہوئی ہوئے ہوگا ہوگی ہونا "
    "رہا رہی رہے گیا گئی گئے جاتا جاتی جاتے جا جائے کر کرتے کرتا کرتی کرنا کرنے کیا کیے کریں دیا دی دیے دیتے دیتا دے "
    "سکتا سکتی سکتے چاہیے نہیں نہ نا مت بھی ہی بہت سب کچھ کوئی کسی کئی ہر ایک دو تین کون کب کہاں کیوں کیسے کتنا کتنے "
    "اب ابھی تب جب یہاں وہاں پھر صرف کم زیادہ والا والی والے شکریہ مہربانی براہ کرم سلام",
    // Indonesian
    "yang dan di ke dari untuk dengan pada dalam oleh karena sebab tetapi tapi namun atau jika kalau bila agar "
    "supaya sehingga maka bahwa saat ketika setelah sesudah sebelum sejak sampai hingga antara tanpa tentang seperti "
    "sebagai terhadap kepada bagi atas bawah ini itu tersebut saya aku kami kita anda kamu kalian dia ia mereka nya "
    "adalah ialah ada tidak tak bukan belum jangan sudah telah sedang akan masih pernah bisa dapat boleh harus perlu "
    "mau ingin menjadi punya mempunyai memiliki juga pun saja hanya sangat sekali terlalu lebih paling kurang semua "
    "setiap beberapa banyak sedikit para seorang sebuah satu dua tiga apa siapa mana kapan mengapa kenapa bagaimana "
    "berapa sini situ sana disini sekarang lagi selalu lalu kemudian serta maupun walaupun meskipun begitu demikian "
    "secara ya terima kasih mohon tolong silakan",
    // Tagalog
    "ang ng sa mga na at ay si ni kay sina nina kina ko mo niya namin natin ninyo nila ako ikaw ka siya kami tayo "
    "kayo sila akin iyo kanya amin atin inyo kanila aming ating kanilang kanyang aking iyong ito iyan iyon ire nito "
    "niyan niyon noon dito diyan doon rito riyan roon hindi huwag wala walang may mayroon mayroong meron merong nasa "
    "para upang dahil kasi pero ngunit subalit o kung kapag pag habang bago pagkatapos mula hanggang tungkol kahit "
    "kaya nang din rin lang lamang pa ba nga naman po opo pala yata sana man daw raw muna ulit lahat bawat ilan "
    "ilang marami maraming mas pinaka napaka sobra masyado ano anong sino sinong saan kailan bakit paano alin gaano "
    "ganito ganyan isa isang dalawa dalawang tatlo tatlong oo maging gaya tulad nung yung yun dun salamat pakiusap "
    "maari maaari dapat",
    // German
    "der die das den dem des ein eine einer eines einem einen kein keine keinen keiner keinem und oder aber denn "
    "sondern weil dass wenn als ob damit obwohl während bevor nachdem bis seit in im an am auf aus bei beim mit nach "
    "von vom zu zum zur für ohne um durch gegen über unter vor hinter neben zwischen wegen trotz ich du er sie es "
    "wir ihr mich dich ihn uns euch mir dir ihm ihnen sich man mein meine meinen meinem meiner dein deine sein seine "
    "seinen unser unsere unseren unserem unserer euer ihre ihren ihrem ihrer dieser diese dieses diesen diesem jener "
    "jene jeder jede jedes jeden alle allen alles viele vielen viel wenig wenige mehr einige andere anderen bin bist "
    "ist sind seid war waren wäre gewesen werden wird wurde wurden worden haben hat habe hatte hatten hätte gehabt "
    "kann können konnte könnte muss müssen musste soll sollen sollte will wollen wollte darf dürfen möchte nicht "
    "nichts nie niemand auch noch nur schon sehr so hier dort da dann jetzt immer wieder oft was wer wen wem wo wann "
    "warum wie welche welcher welches wohin doch ja nein etwas selbst sowie ausser danke bitte gibt gab geben",
    // Italian
    "il lo la i gli le l un uno una di a da in con su per tra fra del dello della dell dei degli delle al allo alla "
    "all ai agli alle dal dallo dalla dall dai dagli dalle nel nello nella nell nei negli nelle sul sullo sulla sull "
    "sui sugli sulle col e ed o ma se né che chi cui perché poiché quando mentre dove come quanto quale quali anche "
    "pure però quindi dunque io tu lui lei noi voi loro mi ti ci vi si li ne me te mio mia miei mie tuo tua suo sua "
    "suoi sue nostro nostra nostri nostre vostro vostra questo questa questi queste quello quella quelli quelle "
    "quest quell è sono sei siamo siete era erano essere stato stata stati state sia sarà ho hai ha abbiamo avete "
    "hanno aveva avevano avere avuto c fa fanno fare va vanno può possono posso possiamo deve devono dobbiamo vuole "
    "vogliono non no sì più meno molto molta molti molte poco poca tutto tutta tutti tutte ogni qualche alcuni "
    "alcune nessuno nessuna niente nulla mai sempre già ancora solo soltanto così qui qua lì là ora adesso poi dopo "
    "prima senza verso durante contro altro altra altri altre stesso stessa grazie prego",
    // Polish
    "i a w we z ze na do od po o u za przez przy nad pod przed między dla bez ku oraz lub albo ale lecz że żeby aby "
    "bo ponieważ gdy gdyż kiedy jeśli jeżeli choć czy jak jako niż więc zatem też także również ja ty on ona ono my "
    "wy oni one mnie mi cię ci go jego jej jemu mu ją nas nam nami was wam ich im nimi nich sobie się siebie mój "
    "moja moje moich mojej nasz nasza nasze naszej naszych naszym twój wasz swój swoje swoich ten ta to te tego tej "
    "tym tych temu tę tą tamten który która które którzy których którym której co kto kogo komu czego czym gdzie "
    "dlaczego ile jaki jaka jakie jest są był była było byli były być będzie będą jestem jesteśmy ma mają mam mamy "
    "miał miała mieli mieć nie nic nikt nigdy nigdzie tak tu tutaj tam teraz już jeszcze zawsze często bardzo tylko "
    "nawet dużo mało więcej mniej wiele każdy każda każde wszyscy wszystko wszystkie wszystkich inny inna inne "
    "innych sam sama można może mogą możemy musi muszą trzeba jeden jedna dwa trzy by dziękuję dziękujemy proszę",
    // Chinese
    "的 了 是 在 我 我们 我們 你 你们 你們 您 他 她 它 他们 他們 她们 它们 这 這 那 这个 這個 那个 那個 这些 這些 那些 这里 這裡 那里 那裡 有 没有 沒有 没 沒 不 不是 和 与 與 及 以及 "
    "或 或者 但 但是 而 而且 因为 因為 所以 如果 虽然 雖然 就 也 都 还 還 很 太 非常 更 最 被 把 给 給 让 讓 对 對 对于 對於 从 從 到 向 为 為 为了 為了 以 等 着 著 过 過 吗 嗎 呢 "
    "吧 啊 什么 什麼 怎么 怎麼 为什么 為什麼 哪里 哪裡 谁 誰 哪 几 幾 多少 一 一个 一個 一些 个 個 只 会 會 能 可以 可能 要 想 应该 應該 必须 必須 请 請 谢谢 謝謝 您好 你好 已经 已經 "
    "正在 现在 現在 之后 之後 之前 以后 以後 时候 時候 每 其他 自己 大家 又 再 才 并 並 地 得 们 們 于 於 之 其 比 跟 由 所 将 將 上 里 裡 中 内 后 後 来 來 去"};

} // namespace

const std::array<std::string_view, function_word_list_count>& function_word_lists() noexcept { return lists; }

} // namespace verbatim::text_analysis
