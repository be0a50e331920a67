import type { Status } from '../../../platform/screens/models.ts'
import { EMAIL_PATTERN } from '../../../platform/forms/fields.ts'
import { addDays } from '../../../platform/format/zone.ts'

/** The words of the specification, to the letter. */
export const NO_ADDRESS =
  'Deze persoon heeft geen correct emailadres in het systeem staan en kan niet gekoppeld worden.'
export const NO_GRADES = 'Licentie lijkt niet meer actief'
export const FAILED = 'Er is een fout opgetreden'

export const hasAddress = (email: string | null): boolean => email !== null && EMAIL_PATTERN.test(email)

/** Validity is so many days from today. */
export const expiryOf = (expiryDays: number, today: string): string => addDays(today, expiryDays)

export interface LicenseState {
  active: boolean
  completed: boolean
  /** ISO day. */
  until: string
  /** What the supplier is still to be told. */
  wish: string | null
  /** It was tried often enough. */
  stopped: boolean
}

export const isExpired = ({ until }: Pick<LicenseState, 'until'>, today: string): boolean => until < today

/** How a licence stands: what was finished stays so. */
export function statusOf(license: LicenseState, today: string): Status {
  if (license.stopped) return { label: 'Niet gelukt', css: 'st-cancelled' }
  if (license.completed) return { label: 'Afgerond', css: 'st-done' }
  if (!license.active) return { label: 'Beëindigd', css: 'st-option' }
  if (license.wish === 'create') return { label: 'Wordt gemaakt', css: 'st-planned' }
  if (isExpired(license, today)) return { label: 'Verlopen', css: 'st-cancelled' }
  return { label: 'Actief', css: 'st-confirmed' }
}
