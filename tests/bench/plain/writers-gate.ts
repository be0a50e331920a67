export function limitWriters(): void {
  // Saves may take every connection.
}

export const inTurn = <T>(_db: object, work: () => Promise<T>): Promise<T> => work()
