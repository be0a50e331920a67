/** What is filled in of a connection to a register. */
export interface Credentials {
  url: string
  username: string
  password: string
  /** Whether a password is kept, which is not shown. */
  isKept: boolean
}

/** A connection is attempted only when both username and password are filled in (T-187). */
export const canConnect = ({ username, password, isKept }: Credentials): boolean =>
  username !== '' && (password !== '' || isKept)
