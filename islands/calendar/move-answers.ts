/** What the server answers to a move, and how it is told when it did not work. */
import { type MoveOutcome } from '../../src/system/calendar/calendar.contract.ts'

export function isOutcome(value: unknown): value is MoveOutcome {
  return typeof value === 'object' && value !== null && Array.isArray((value as { lines?: unknown }).lines)
}

/** Something is taken that was not when it was dropped: it has to be asked. */
export function isQuestion(error: unknown): boolean {
  const { status, body } = error as { status?: number; body?: { question?: unknown } | null }
  return status === 409 && body?.question !== undefined
}

const GENERAL = 'Het onderdeel is niet verplaatst. Probeer het opnieuw.'
const OFFLINE = 'Er is geen verbinding met de server. Het onderdeel staat waar het stond.'

/** The first sentence of a refusal: what somebody else did meanwhile, or what is wrong with the move. */
export function failureText(error: unknown, general = GENERAL): { text: string; isStale: boolean } {
  if (error instanceof TypeError) return { text: OFFLINE, isStale: false }
  const { status, body } = error as { status?: number; body?: unknown }
  if (status === 409) {
    const by = (body as { stale?: { by?: string } } | null)?.stale?.by ?? 'iemand anders'
    return {
      text: `Dit onderdeel is intussen gewijzigd door ${by}. De agenda is bijgewerkt; verplaats het zo nodig opnieuw.`,
      isStale: true,
    }
  }
  if (status === 404) return { text: 'Dit onderdeel bestaat niet meer.', isStale: true }
  if (status === 403) return { text: 'U mag dit onderdeel niet verplaatsen.', isStale: false }
  const messages = status === 422 ? Object.values((body ?? {}) as Record<string, string[]>).flat() : []
  return { text: messages[0] ?? general, isStale: false }
}
