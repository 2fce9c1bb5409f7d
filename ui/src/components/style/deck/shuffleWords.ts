/** The labels of the verdicts in the quiz's deck. */
export const shuffleWords = { like: 'Like', dislike: 'Dislike' } as const;
