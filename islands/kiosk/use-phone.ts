/** The state of a phone, and what it asks the server in the session that its page was opened in. */
import { useEffect, useState } from 'react'
import { type KioskStudent, type PhoneProps, type Welcome } from '../../src/training/day/kiosk/kiosk.contract.ts'
import { type KioskScreen } from '../../src/training/day/kiosk/machine.contract.ts'
import { screenText, textsOf } from '../../src/training/day/kiosk/texts.contract.ts'
import { CallError } from './calls.ts'
import { type Model, type Told } from './model.ts'
import { useMachine } from './use-machine.ts'

/** Long enough to read who is welcomed, before the phone goes on. */
const READING_MS = 3000
const TOO_MANY = 429
const FORBIDDEN = 403
const STAYS: readonly KioskScreen[] = ['welcome-page']
const NOTHING: Welcome = { title: '', text: '', room: '', start_time: '', note: '' }

/** The token of the page, which every change sends. */
const pageToken = (): string => document.querySelector<HTMLElement>('[data-island="phone"]')?.dataset.token ?? ''

async function answerOf<T>(url: string, method: 'GET' | 'POST'): Promise<T> {
  let response: Response
  const headers = { Accept: 'application/json', ...(method === 'POST' && { 'X-CSRF-Token': pageToken() }) }
  try {
    response = await fetch(url, { method, headers })
  } catch {
    throw new CallError(url, null, '')
  }
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return answer as T
  throw new CallError(url, response.status, (answer as { message?: string }).message ?? '')
}

function useAsking(wrong: string) {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<Told | null>(null)
  const [offline, setOffline] = useState(false)
  const ask = async <T>(work: () => Promise<T>): Promise<T | null> => {
    setBusy(true)
    try {
      const answer = await work()
      setOffline(false)
      return answer
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { status, message } = error
      setOffline(status === null)
      const says = (status === TOO_MANY || status === FORBIDDEN) && message !== ''
      if (status !== null) setTold({ text: says ? message : wrong, reloads: status !== TOO_MANY })
      return null
    } finally {
      setBusy(false)
    }
  }
  return { ask, busy, told, offline, hush: () => setTold(null) }
}

export function usePhone({ use, api, language: first, times }: PhoneProps): Model {
  const { state, language, send } = useMachine({ first: 'initial', language: first, many: false, times, stay: STAYS })
  const [goOn, setGoOn] = useState<Model['goOn']>(null)
  const texts = textsOf(language)
  const { ask, busy, told, offline, hush } = useAsking(texts.wrong)
  const spoken = `?language=${language}`

  const goesTo = state.screen === 'welcome-page' ? (goOn?.url ?? null) : null
  useEffect(() => {
    if (goesTo === null) return
    const timer = setTimeout(() => location.assign(goesTo), READING_MS)
    return () => clearTimeout(timer)
  }, [goesTo])

  const find = (field: string, value: string) =>
    void ask(() =>
      answerOf<KioskStudent[]>(`${api}/findStudentBy/${field}/${encodeURIComponent(value)}${spoken}`, 'GET'),
    ).then((students) => {
      if (students) send({ type: 'answer', students })
      return null
    })

  async function confirm(): Promise<void> {
    const { found } = state
    if (!found) return
    const welcomed = `${api}/welcomeText/${found.id}${spoken}`
    if (use === 'evaluation') {
      const answer = await ask(() => answerOf<[html: string, url: string]>(welcomed, 'GET'))
      if (!answer) return
      setGoOn({ html: answer[0], url: answer[1] })
      return send({ type: 'welcomed', welcome: NOTHING })
    }
    const welcome = await ask(async () => {
      for (const { id } of found.appointments) await answerOf(`${api}/markPresent/${found.id}/${id}${spoken}`, 'POST')
      return answerOf<Welcome>(welcomed, 'GET')
    })
    if (welcome) send({ type: 'welcomed', welcome })
  }

  return {
    ...{ state, busy, told, send, language, texts, phone: true, goOn },
    notice: offline ? texts.offline : null,
    speak: (value) => send({ type: 'language', value }),
    say: (screen) => screenText(language, screen, use),
    closeTold: () => {
      if (told?.reloads) location.reload()
      hush()
      send({ type: 'restart' })
    },
    findByBirthday: () => find('birthday', state.birthday),
    findByLastName: () => find('last_name', state.lastName.trim()),
    confirm: () => void confirm(),
  }
}
