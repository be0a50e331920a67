/** What a screen of the day tells a phone to keep, so that it can be read without network. */

/** Stands where the id will stand of what was made without network: this and its token, which nobody types. */
export const TEMPORARY = 'made-'
const TEMPORARY_ID = /^made-[\w-]{32,60}$/
export const isTemporaryId = (value: string): boolean => TEMPORARY_ID.test(value)
/** A parameter that says what a form is about that is the same for all, such as a device that has no id yet. */
export const ABOUT = 'about'

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
