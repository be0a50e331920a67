import { formatDateTime } from '../../../../platform/format/format.ts'
import { NOT_PASSED } from '../requests.rules.ts'

const NAMES = ['first_name', 'initials', 'last_name_prefix', 'last_name'] as const
/** Fields of a person that a register is told and that the person knows best, in the order in which they are asked. */
export const MENDABLE = [...NAMES, 'birth_date', 'email'] as const
export type Mendable = (typeof MENDABLE)[number]

/** What an answer of a register is about. */
const ABOUT: [RegExp, readonly Mendable[]][] = [
  [/naam|voorletter/i, NAMES],
  [/geboorte/i, ['birth_date']],
  [/e-?mail/i, ['email']],
]

/** Fields that somebody looks at again whom a register refused: those that it names, else by whom it knows a person. */
export function refusedFields(message: string | null): Mendable[] {
  if (message === NOT_PASSED) return []
  const named = ABOUT.flatMap(([words, fields]) => (words.test(message ?? '') ? fields : []))
  return named.length > 0 ? named : [...NAMES, 'birth_date']
}

/** Days that a link works. */
export const LINK_DAYS = 14

/** Of whom may be asked what. */
export interface Person {
  active: boolean
  /** Whether somebody signs in by the address, or will: who has the link would choose who does. */
  signsIn: boolean
  isAdministrator: boolean
  hidden: ReadonlySet<string>
}

/** What of these fields a person can mend without an account. */
export function askable(fields: Iterable<Mendable>, { active, signsIn, isAdministrator, hidden }: Person): Mendable[] {
  if (!active || isAdministrator) return []
  const wanted = new Set(fields)
  return MENDABLE.filter((field) => wanted.has(field) && !hidden.has(field) && !(field === 'email' && signsIn))
}

/** How a question to somebody stands; null where none was asked. */
export function questionText({
  askedAt,
  answeredAt,
  withdrawnAt,
}: Record<'askedAt' | 'answeredAt' | 'withdrawnAt', Date | null>): string | null {
  if (answeredAt) return `Beantwoord op ${formatDateTime(answeredAt)}.`
  if (withdrawnAt) return `Link ingetrokken op ${formatDateTime(withdrawnAt)}.`
  return askedAt && `Gevraagd op ${formatDateTime(askedAt)}, nog geen antwoord.`
}

/** Why nobody can be mailed a link; null where it can be. */
export function whyNotAsked({
  email,
  fields,
  askedAt,
  now,
}: {
  email: string | null
  fields: readonly Mendable[]
  askedAt: Date | null
  now: Date
}): string | null {
  if (fields.length === 0) return 'Er is niets dat deze cursist zelf kan aanvullen.'
  if (!email) return 'Zonder e-mailadres kan de cursist niet worden gevraagd.'
  const isToday = askedAt !== null && now.getTime() - askedAt.getTime() < 86_400_000
  return isToday ? 'Deze cursist is korter dan 24 uur geleden al gevraagd.' : null
}
