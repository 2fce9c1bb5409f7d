/** The words of the quiz's deck. */
export const shuffleWords = { like: 'Like', dislike: 'Dislike' } as const;
