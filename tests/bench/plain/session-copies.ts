/** Keeps nothing: every request asks for its session. */
export class SessionCopies {
  get(): undefined {
    return undefined
  }

  keeper(): () => void {
    return () => undefined
  }
}
