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
import { useOutbox } from './use-outbox.ts'

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

/**
 * Asks the server: what goes wrong is kept, and told over the screen. Where nobody answers it goes on with what the caller
 * has for that.
 */
function useAsking(calls: Calls, unregister: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [offline, setOffline] = useState(false)

  const ask = useCallback(
    async <T>(work: () => Promise<T>, unheard?: () => T | null | Promise<T | null>): Promise<T | null> => {
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
        if (error.status === null) return (await unheard?.()) ?? null
        // Its credentials were taken back, or it belongs nowhere: it can only be set up again.
        if (ABOUT_ITSELF.includes(error.call) && UNAUTHORISED.includes(error.status ?? 0)) {
          calls.forget()
          unregister()
        } else setFailure(wentWrong(error))
        return null
      } finally {
        setBusy(false)
      }
    },
    [calls, unregister],
  )
  const hush = useCallback(() => setFailure(null), [])
  const heard = useCallback((isThere: boolean) => setOffline(!isThere), [])
  return { ask, busy, failure, offline, hush, heard }
}

type Ask = ReturnType<typeof useAsking>['ask']

/** Asks what the tablet gets to know of itself, at the beginning and once it is set up. */
function useLearning(calls: Calls, ask: Ask, setDevice: (device: KioskDevice) => void): () => Promise<boolean> {
  const learn = useCallback(async (): Promise<boolean> => {
    const found = await ask(() => calls.get<KioskDevice>('device'))
    if (!found) return false
    setDevice(found)
    // What went wrong before is told when there is an answer again; that this fails is told the next time.
    calls.tellErrors().catch(() => undefined)
    return true
  }, [ask, calls, setDevice])

  useEffect(() => {
    if (!calls.hasCredentials()) return
    const soon = setTimeout(() => void learn())
    return () => clearTimeout(soon)
  }, [calls, learn])
  return learn
}

export function useKiosk(calls: Calls): Tablet {
  const [device, setDevice] = useState<KioskDevice | null>(null)
  const times: KioskTimes = device?.settings ?? FIRST_TIMES
  const { state, language, send } = useMachine({
    ...{ first: calls.hasCredentials() ? 'initial' : 'setup', language: 'nl', many: true, times },
  })
  const texts = textsOf(language)
  const unregister = useCallback(() => send({ type: 'unregistered' }), [send])
  const { ask, busy, failure, offline, hush, heard } = useAsking(calls, unregister)
  const told: Told | null = failure && { text: failure.message ?? texts.wrong, reloads: failure.message === null }
  const spoken = `?language=${language}`
  const { waiting, lost, keep } = useOutbox(calls, heard)
  const sealKey = device?.sealKey ?? null

  const learn = useLearning(calls, ask, setDevice)

  const find = (field: string, value: string, unheard: () => KioskStudent[] | null | Promise<null>) =>
    void ask(
      () => calls.get<KioskStudent[]>(`findStudentBy/${field}/${encodeURIComponent(value)}${spoken}`),
      unheard,
    ).then((students) => {
      if (students) send({ type: 'answer', students })
      return null
    })

  /** What was typed is kept, and thanked for: whose it is the server finds out later. */
  async function keepTyped(): Promise<null> {
    if (sealKey === null) return null
    await keep(sealKey, { birthday: state.birthday, lastName: state.lastName.trim() })
    send({ type: 'kept', welcome: { title: texts.thanks, text: texts.kept, room: '', start_time: '', note: '' } })
    return null
  }

  async function confirm(): Promise<void> {
    const { found } = state
    if (!found) return
    const welcome = await ask(
      async () => {
        for (const { id } of found.appointments) await calls.post(`markPresent/${found.id}/${id}`)
        return calls.get<Welcome>(`welcomeText/${found.id}${spoken}`)
      },
      () => {
        if (state.lastName.trim() !== '') return keepTyped()
        // The name on the screen is short: it is asked, or nobody could tell later who it was.
        if (sealKey !== null) send({ type: 'notMe' })
        return null
      },
    )
    if (welcome) send({ type: 'welcomed', welcome })
  }

  const notices = [
    ...(offline ? [sealKey === null ? texts.offline : texts.offlineReady] : []),
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(lost > 0 ? [texts.lost(lost)] : []),
  ]
  return {
    ...{ state, device, busy, told, send, language, texts, phone: false, goOn: null },
    notice: notices.length > 0 ? notices.join(' ') : null,
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
    findByBirthday: () => find('birthday', state.birthday, () => (sealKey === null ? null : [])),
    findByLastName: () => find('last_name', state.lastName.trim(), keepTyped),
    confirm: () => void confirm(),
  }
}
