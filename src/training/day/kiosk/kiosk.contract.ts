/** What the tablets on which students say that they are there and the server agree on. */

/** Where the tablet asks, and where it has its token. */
export const API = '/api/digital-presence'
export const PAGE = '/digital-presence'
/** What its client has to be allowed. */
export const SCOPE = 'digital-presence'

/** A student as the tablet may show them; the name is short until the last name was typed. */
export interface KioskStudent {
  id: number
  messageName: string
  company: { name: string }
  appointments: { id: number; start_time: string; end_time: string; description: string }[]
}

/** What stands on the welcome screen; the note is the house's own. */
export interface Welcome {
  title: string
  text: string
  room: string
  start_time: string
  note: string
}

/** Times in seconds. */
export interface KioskTimes {
  showWelcomeTextTime: number
  showCloseTextTime: number
  resetTimeout: number
  cancelResetTimeout: number
}
export interface KioskSettings extends KioskTimes {
  logo: { url: string; width: number; height: number } | null
}

/** What a tablet gets to know of itself. */
export interface KioskDevice {
  name: string
  establishment: string
  house: string
  parts: number
  students: number
  /** What is typed without network is sealed with it. */
  sealKey: string
  settings: KioskSettings
}

/** What went wrong on a tablet, told later; nothing in it is about a person. */
export interface KioskError {
  at: string
  call: string
  status: number
}
export const MOST_ERRORS = 50

/** What a page on a student's own phone is given. */
export interface PhoneProps {
  use: 'presence' | 'evaluation'
  /** Where it asks. */
  api: string
  language: 'nl' | 'en'
  times: KioskTimes
  house: string
}
