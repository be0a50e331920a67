import type { Status } from '../../../platform/screens/models.ts'
import { type Result, passedCourse } from '../results/index.ts'

/**
 * Everything that is said on a certificate, kept when it is issued: what a person or course is called later changes
 * nothing on it. Days are ISO (yyyy-mm-dd).
 */
export interface CertificateSnapshot {
  title: string
  number: string
  organisation: string
  /** Name of the logo that the organisation had; not there: it had none. */
  logo?: string
  person: { name: string; lastNamePrefix: string; lastName: string; birthDate: string | null }
  course: { description: string; code: string }
  parts: { description: string; firstDay: string; lastDay: string; minutes: number }[]
  teachers: { name: string; number: string | null }[]
  place: string | null
  issuedOn: string
  /** Null: no end date. */
  validUntil: string | null
}

/** A certificate as it is drawn: where it can be checked is known only to the installation that draws it. */
export interface PrintedCertificate extends CertificateSnapshot {
  verifyUrl: string
  /** The logo itself. */
  logoBytes?: Uint8Array
  /** The code that it is drawn by; left out: in the way of the product. */
  layout?: string
}

/** 'YYYY-NNNNNN', the year that of the issue date (rulings 5). */
export function certificateNumber(issuedOn: string, sequence: number): string {
  return `${issuedOn.slice(0, 4)}-${String(sequence).padStart(6, '0')}`
}

/** A number as somebody types it from paper, with or without its dash, as it is stored; null when it can be none. */
export function readCertificateNumber(typed: string): string | null {
  const digits = typed.replace(/[\s\u2010-\u2015-]/g, '')
  return /^\d{10,16}$/.test(digits) ? `${digits.slice(0, 4)}-${digits.slice(4)}` : null
}

/** The people who pass the course: present and passed in every part of the planning that they are in (rulings 5). */
export function passers(results: readonly (Result & { contact_id: number })[]): Set<number> {
  const byContact = Map.groupBy(results, ({ contact_id }) => contact_id)
  return new Set([...byContact].filter(([, own]) => passedCourse(own)).map(([contact]) => contact))
}

/** There is nobody to give a certificate to. */
export const NOBODY = 'Er zijn geen cursisten geslaagd gemeld.'

/** Why a day cannot be the issue date of a planning's certificates, in Dutch; null when it can. */
export function issueDateProblem(issuedOn: string, planning: { firstDay: string; today: string }): string | null {
  if (issuedOn > planning.today) return 'De datum van afgifte mag niet in de toekomst liggen.'
  return issuedOn < planning.firstDay ? 'De datum van afgifte ligt vóór de eerste dag van de opleiding.' : null
}

export type CertificateState = 'valid' | 'expired' | 'withdrawn'
export const STATES: Record<CertificateState, Status> = {
  valid: { label: 'Geldig', css: 'st-confirmed' },
  expired: { label: 'Verlopen', css: 'st-concept' },
  withdrawn: { label: 'Ingetrokken', css: 'st-cancelled' },
}

/** How soon a certificate asks for something, told by shape and by word: green alone is no answer to everybody. */
export type CertificateLight = 'ok' | 'soon' | 'late' | 'booked'
export const LIGHTS: Record<CertificateLight, Status> = {
  ok: { css: 'light--ok', label: 'Geldig' },
  soon: { css: 'light--soon', label: 'Verloopt binnen 3 maanden' },
  late: { css: 'light--late', label: 'Verlopen' },
  booked: { css: 'light--booked', label: 'Ingeschreven voor herhaling' },
}
