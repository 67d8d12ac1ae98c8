// The texts of themes that are near the question of the analysis, and of the others.
export const question = {
    en: { "question.near": "Close to the question", "question.far": "Far from the question" },
    fr: { "question.near": "Proches de la question", "question.far": "Loin de la question" },
    es: { "question.near": "Cercanos a la pregunta", "question.far": "Lejanos de la pregunta" },
    ar: { "question.near": "قريبة من السؤال", "question.far": "بعيدة عن السؤال" },
    ru: { "question.near": "Близкие к вопросу", "question.far": "Далёкие от вопроса" },
    nl: { "question.near": "Dicht bij de vraag", "question.far": "Ver van de vraag" },
    uk: { "question.near": "Близькі до запитання", "question.far": "Далекі від запитання" },
};
