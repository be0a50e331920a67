/** The state of the tablet, its clock, and what it asks the server on the way. */
import { useCallback, useEffect, useReducer, useState } from 'react'
import {
  type KioskDevice,
  type KioskStudent,
  type KioskTimes,
  type Welcome,
} from '../../src/training/day/kiosk/kiosk.contract.ts'
import {
  TICK_MS,
  firstState,
  step,
  type KioskEvent,
  type KioskState,
} from '../../src/training/day/kiosk/machine.contract.ts'
import { CallError, type Calls, type Credentials } from './calls.ts'

/** Until the server told its own. */
const FIRST_TIMES: KioskTimes = {
  showWelcomeTextTime: 8,
  showCloseTextTime: 8,
  resetTimeout: 60,
  cancelResetTimeout: 15,
}
const UNAUTHORISED = [400, 401, 403]
const ABOUT_ITSELF = ['token', 'device']
const TOO_MANY = 429

/** What is told over all screens: an error, after which the page begins anew, or that it has to wait. */
export interface Told {
  text: string
  reloads: boolean
}
const ERROR: Told = { text: 'Er ging helaas iets mis. Probeer het opnieuw.', reloads: true }

export interface Kiosk {
  state: KioskState
  device: KioskDevice | null
  busy: boolean
  told: Told | null
  /** Nobody answers. */
  offline: boolean
  send: (event: KioskEvent) => void
  closeTold: () => void
  setUp: (credentials: Credentials) => Promise<boolean>
  takeIntoUse: () => void
  findByBirthday: () => void
  findByLastName: () => void
  confirm: () => void
}

const wentWrong = (error: CallError): Told =>
  error.status === TOO_MANY ? { text: error.message, reloads: false } : ERROR

/** Asks the server: what goes wrong is kept, and told over the screen. */
function useAsking(calls: Calls, unregister: () => void) {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<Told | null>(null)
  const [offline, setOffline] = useState(false)

  const ask = useCallback(
    async <T>(work: () => Promise<T>): Promise<T | null> => {
      setBusy(true)
      try {
        const answer = await work()
        setOffline(false)
        return answer
      } catch (error) {
        if (!(error instanceof CallError)) {
          if (calls.hasCredentials()) throw error
          unregister()
          return null
        }
        calls.keepError(error)
        setOffline(error.status === null)
        // Its credentials were taken back, or it belongs nowhere: it can only be set up again.
        if (ABOUT_ITSELF.includes(error.call) && UNAUTHORISED.includes(error.status ?? 0)) {
          calls.forget()
          unregister()
        } else if (error.status !== null) setTold(wentWrong(error))
        return null
      } finally {
        setBusy(false)
      }
    },
    [calls, unregister],
  )
  const hush = useCallback(() => setTold(null), [])
  return { ask, busy, told, offline, hush }
}

export function useKiosk(calls: Calls): Kiosk {
  const [device, setDevice] = useState<KioskDevice | null>(null)
  const times: KioskTimes = device?.settings ?? FIRST_TIMES
  const [state, send] = useReducer(
    (before: KioskState, event: KioskEvent) => step(before, event, times),
    calls.hasCredentials() ? 'initial' : 'setup',
    firstState,
  )
  const unregister = useCallback(() => send({ type: 'unregistered' }), [])
  const { ask, busy, told, offline, hush } = useAsking(calls, unregister)

  const learn = useCallback(async (): Promise<boolean> => {
    const found = await ask(() => calls.get<KioskDevice>('device'))
    if (!found) return false
    setDevice(found)
    // What went wrong before is told when there is an answer again; that this fails is told the next time.
    calls.tellErrors().catch(() => undefined)
    return true
  }, [ask, calls])

  useEffect(() => {
    if (!calls.hasCredentials()) return
    const soon = setTimeout(() => void learn())
    return () => clearTimeout(soon)
  }, [calls, learn])
  useEffect(() => {
    const timer = setInterval(() => send({ type: 'tick' }), TICK_MS)
    return () => clearInterval(timer)
  }, [])

  const find = (field: string, value: string) =>
    void ask(() => calls.get<KioskStudent[]>(`findStudentBy/${field}/${encodeURIComponent(value)}`)).then(
      (students) => {
        if (students) send({ type: 'answer', students })
        return null
      },
    )

  async function confirm(): Promise<void> {
    const { found } = state
    if (!found) return
    const welcome = await ask(async () => {
      for (const { id } of found.appointments) await calls.post(`markPresent/${found.id}/${id}`)
      return calls.get<Welcome>(`welcomeText/${found.id}`)
    })
    if (welcome) send({ type: 'welcomed', welcome })
  }

  return {
    ...{ state, device, busy, told, offline, send },
    closeTold: () => {
      if (told?.reloads) location.reload()
      hush()
      send({ type: 'restart' })
    },
    setUp: async (credentials) =>
      (await ask(async () => (await calls.register(credentials), true))) === true && learn(),
    takeIntoUse: () => send({ type: 'registered' }),
    findByBirthday: () => find('birthday', state.birthday),
    findByLastName: () => find('last_name', state.lastName.trim()),
    confirm: () => void confirm(),
  }
}
