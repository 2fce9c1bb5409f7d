/** The result of `work`. Rejects if that takes longer than `milliseconds`. */
export async function within<Result>(work: PromiseLike<Result>, milliseconds: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No result within ${milliseconds} ms.`)), milliseconds);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
