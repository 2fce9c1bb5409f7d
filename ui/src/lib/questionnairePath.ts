/** The address of the questionnaire. Without a session its answer is public, because it contains no answers of a customer. */
export const questionnairePath = '/api/questionnaire';
