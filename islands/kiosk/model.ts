/** What the screens draw, on a tablet and on a phone. */
import { type KioskDevice } from '../../src/training/day/kiosk/kiosk.contract.ts'
import { type KioskEvent, type KioskState } from '../../src/training/day/kiosk/machine.contract.ts'
import {
  type Language,
  type ScreenText,
  type StudentScreen,
  type Texts,
} from '../../src/training/day/kiosk/texts.contract.ts'
import { type Credentials } from './calls.ts'

/** What is told over all screens: an error, after which the page begins anew, or that it has to wait. */
export interface Told {
  text: string
  reloads: boolean
}

export interface Model {
  state: KioskState
  busy: boolean
  told: Told | null
  /** What is said below every screen: that nobody answers, and what waits. */
  notice: string | null
  send: (event: KioskEvent) => void
  closeTold: () => void
  findByBirthday: () => void
  findByLastName: () => void
  confirm: () => void
  language: Language
  speak: (language: Language) => void
  texts: Texts
  say: (screen: StudentScreen) => ScreenText
  /** Of a student, with a keyboard that comes up by itself. */
  phone: boolean
  /** Where who was looked up goes on, with what they read before. */
  goOn: { html: string; url: string } | null
}

/** The same at the door, with what only that has. */
export interface Tablet extends Model {
  device: KioskDevice | null
  setUp: (credentials: Credentials) => Promise<boolean>
  takeIntoUse: () => void
}
