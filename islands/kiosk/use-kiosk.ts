/** The state of the tablet, and what it asks the server on the way. */
import { useCallback, useEffect, useState } from 'react'
import {
  type KioskDevice,
  type KioskStudent,
  type KioskTimes,
  type Welcome,
} from '../../src/training/day/kiosk/kiosk.contract.ts'
import { screenText, textsOf } from '../../src/training/day/kiosk/texts.contract.ts'
import { CallError, type Calls } from './calls.ts'
import { type Tablet, type Told } from './model.ts'
import { useMachine } from './use-machine.ts'

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

/** What is told of an error; in the language of the moment where it has no words of its own. */
type Failure = { message: string | null }
const wentWrong = (error: CallError): Failure => ({ message: error.status === TOO_MANY ? error.message : null })

/** Asks the server: what goes wrong is kept, and told over the screen. */
function useAsking(calls: Calls, unregister: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
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
        } else if (error.status !== null) setFailure(wentWrong(error))
        return null
      } finally {
        setBusy(false)
      }
    },
    [calls, unregister],
  )
  const hush = useCallback(() => setFailure(null), [])
  return { ask, busy, failure, offline, hush }
}

export function useKiosk(calls: Calls): Tablet {
  const [device, setDevice] = useState<KioskDevice | null>(null)
  const times: KioskTimes = device?.settings ?? FIRST_TIMES
  const { state, language, send } = useMachine({
    ...{ first: calls.hasCredentials() ? 'initial' : 'setup', language: 'nl', many: true, times },
  })
  const texts = textsOf(language)
  const unregister = useCallback(() => send({ type: 'unregistered' }), [send])
  const { ask, busy, failure, offline, hush } = useAsking(calls, unregister)
  const told: Told | null = failure && { text: failure.message ?? texts.wrong, reloads: failure.message === null }
  const spoken = `?language=${language}`

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
  const find = (field: string, value: string) =>
    void ask(() => calls.get<KioskStudent[]>(`findStudentBy/${field}/${encodeURIComponent(value)}${spoken}`)).then(
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
      return calls.get<Welcome>(`welcomeText/${found.id}${spoken}`)
    })
    if (welcome) send({ type: 'welcomed', welcome })
  }

  return {
    ...{ state, device, busy, told, offline, send, language, texts, phone: false, goOn: null },
    speak: (value) => send({ type: 'language', value }),
    say: (screen) => screenText(language, screen),
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
