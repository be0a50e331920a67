/** What a screen of the day tells a phone to keep, so that it can be read without network. */

export interface KeptPart {
  url: string
  /** Another one as soon as the server would draw something else there. */
  stamp: string
}

export interface KeptDay {
  /** The whole page, which also lies behind the parts. */
  page: KeptPart
  /** Popups and fragments. */
  parts: KeptPart[]
}
