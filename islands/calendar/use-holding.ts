import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type MoveOutcome } from '../../src/system/calendar/calendar.contract.ts'
import { fetchJson, flash } from '../shared/platform.ts'
import { isMoved, wishOf, type Held } from './holding.ts'
import { failureText, isOutcome, isQuestion } from './move-answers.ts'

/** The pointer rests so long before the server is asked what would come of it. */
const ASK_AFTER_MS = 150

type Phase = 'held' | 'asking' | 'saving'

interface State {
  held: Held | null
  phase: Phase
  /** What the calendar showed when it was saved. */
  savedOver: object | null
}
const NOTHING: State = { held: null, phase: 'held', savedOver: null }

interface Told {
  key: string
  outcome: MoveOutcome
}

export interface Holding {
  held: Held | null
  phase: Phase
  /** What would come of it where it is now, once that is known. */
  outcome: MoveOutcome | null
  start: (held: Held) => void
  change: (change: (held: Held) => Held) => void
  drop: () => void
  /** Goes on in spite of what is double. */
  confirm: () => void
  cancel: () => void
}

interface Options {
  moveUrl: string | undefined
  /** What the rows are, where another row is another teacher or room. */
  lanes: string | null
  /** The answer that the calendar shows: a part that was saved stays held until there is a new one. */
  answer: object | null
  onStale: () => void
}

/** The field that says what was read of who and what is taken. */
const READ = 'confirm_conflicts'

interface Asking {
  /** What was read before, so that what came since says so. */
  read?: string
  signal?: AbortSignal
}

const NOT_WELL = 'De gevolgen konden niet worden bekeken. Probeer het opnieuw.'

const urlOf = (moveUrl: string, { appointment }: Held): string => moveUrl.replace('{id}', String(appointment.id))

/** What would come of what is held: asked when it rests, and at once when it is dropped before that. */
function useOutcome(held: Held | null, moveUrl: string, lanes: string | null) {
  const [told, setTold] = useState<Told | null>(null)
  const latest = useRef<Told | null>(null)
  const keyOf = (of: Held): string => `${of.appointment.id} ${wishOf(of, lanes).toString()}`
  const key = held && (isMoved(held) || held.copy) ? keyOf(held) : ''

  const ask = async (of: Held, { read = '', signal }: Asking = {}): Promise<MoveOutcome> => {
    const body = wishOf(of, lanes)
    body.set(READ, read)
    const init = { method: 'POST', body, failText: '', ...(signal ? { signal } : {}) }
    const outcome = await fetchJson(`${urlOf(moveUrl, of)}/outcome`, init)
    if (!isOutcome(outcome)) throw new TypeError('The calendar got something else than an outcome')
    latest.current = { key: keyOf(of), outcome }
    setTold(latest.current)
    return outcome
  }
  const askHeld = useEffectEvent((signal: AbortSignal) => {
    if (held) ask(held, { signal }).catch(() => undefined)
  })
  useEffect(() => {
    if (key === '' || latest.current?.key === key) return
    const request = new AbortController()
    const timer = setTimeout(() => askHeld(request.signal), ASK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [key])
  return {
    outcome: key !== '' && told?.key === key ? told.outcome : null,
    outcomeOf: (of: Held) => (latest.current?.key === keyOf(of) ? latest.current.outcome : ask(of)),
    askAgain: (of: Held, read: string) => ask(of, { read }),
  }
}

/** One part in the hand: what it comes to is asked while it moves, and it is saved as it was told. */
export function useHolding({ moveUrl = '', lanes, answer, onStale }: Options): Holding {
  const [state, setState] = useState(NOTHING)
  /** As it is between two drawings: a drop may follow the last move at once. */
  const now = useRef(NOTHING)
  const { held, phase, savedOver } = state
  const { outcome, outcomeOf, askAgain } = useOutcome(held, moveUrl, lanes)

  const put = (next: Partial<State>): void => {
    now.current = { ...now.current, ...next }
    setState(now.current)
  }
  const end = (): void => put(NOTHING)
  const fail = (error: unknown): void => {
    end()
    const { text, isStale } = failureText(error)
    flash(text, 'error')
    if (isStale) onStale()
  }
  /** What is taken by now is shown, with what came since it was read. */
  const question = async (of: Held, read: string): Promise<void> => {
    const { refused } = await askAgain(of, read)
    if (refused === null) return put({ phase: 'asking' })
    end()
    flash(refused, 'warning')
  }
  const save = async (of: Held, read: string): Promise<void> => {
    put({ phase: 'saving' })
    const body = wishOf(of, lanes)
    body.set(READ, read)
    try {
      const before = answer ?? {}
      await fetchJson(urlOf(moveUrl, of), { method: 'POST', body, failText: '' })
      put({ savedOver: before })
    } catch (error) {
      if (isQuestion(error)) return question(of, read).catch(fail)
      fail(error)
    }
  }
  const drop = async (of: Held): Promise<void> => {
    if (of.refusal !== undefined) {
      end()
      return flash(of.refusal, 'warning')
    }
    if (!isMoved(of) && !of.copy) return end()
    put({ phase: 'saving' })
    try {
      const known = await outcomeOf(of)
      if (known.refused !== null) {
        end()
        flash(known.refused, 'warning')
      } else if (known.asks) put({ phase: 'asking' })
      else await save(of, '')
    } catch (error) {
      end()
      flash(failureText(error, NOT_WELL).text, 'error')
    }
  }

  return {
    held: savedOver === null || savedOver === answer ? held : null,
    phase,
    outcome,
    start: (next) => put({ held: next, phase: 'held', savedOver: null }),
    change(change) {
      const before = now.current
      if (before.held && before.phase === 'held') put({ held: change(before.held) })
    },
    drop() {
      if (now.current.held && now.current.phase === 'held') void drop(now.current.held)
    },
    confirm() {
      if (now.current.held && now.current.phase === 'asking') void save(now.current.held, outcome?.value ?? '')
    },
    cancel() {
      if (now.current.phase !== 'saving') end()
    },
  }
}
