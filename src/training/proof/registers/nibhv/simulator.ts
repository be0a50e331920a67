import { addDays, today } from '../../../../platform/format/zone.ts'
import type { Answer } from '../register.ts'
import { type StandIn, isUnknown, startStandIn } from '../stand-in.ts'
import type { NibhvRecord } from './nibhv.queries.ts'

/** A stand-in for NIBHV. */
export interface NibhvRegister extends StandIn {
  /** What was handed over, by its key. */
  records: Map<string, NibhvRecord>
  /** Whether certificates are made at once; else a question later brings their number. */
  isSlow: boolean
  /** Keys of what it took and withdrew. */
  withdrawn: Set<string>
}

export const NIBHV_DEMO = { username: 'noordkaap', password: 'van de demo' }

const uuid = (kind: number, n: number) => `00000000-000${kind}-4000-8000-${String(n).padStart(12, '0')}`
/** Who is known there, and what can be chosen. */
export const NIBHV_LISTS = {
  trainers: [
    { uuid: uuid(1, 1), name: 'Jeroen van Dijk' },
    { uuid: uuid(1, 2), name: 'Roos Vink' },
  ],
  contactUsers: [{ uuid: uuid(2, 1), full_name: 'Sanne Willems' }],
  profiles: [
    { uuid: uuid(3, 1), course_name: 'Bedrijfshulpverlener', type: 'bhv', isRefresher: '0', language: 'nl' },
    { uuid: uuid(3, 2), course_name: 'Bedrijfshulpverlener, herhaling', type: 'bhv', isRefresher: '1', language: 'nl' },
    { uuid: uuid(3, 3), course_name: 'Ploegleider', type: 'ploegleider', isRefresher: '0', language: 'nl' },
    { uuid: uuid(3, 4), course_name: 'Ploegleider, herhaling', type: 'ploegleider', isRefresher: '1', language: 'nl' },
    { uuid: uuid(3, 5), course_name: 'Emergency response officer', type: 'bhv', isRefresher: '0', language: 'en' },
  ],
  templates: [
    { uuid: uuid(4, 1), name: 'Theorie levensreddend handelen', prerequisites: [] },
    { uuid: uuid(4, 2), name: 'Praktijk levensreddend handelen', prerequisites: [uuid(4, 1)] },
    { uuid: uuid(4, 3), name: 'Brandbestrijding en ontruiming', prerequisites: [uuid(4, 1)] },
  ],
}

export async function startNibhv(): Promise<NibhvRegister> {
  const records = new Map<string, NibhvRecord>()
  const register = { records, isSlow: false, withdrawn: new Set<string>() }
  const entered = `Basic ${Buffer.from(`${NIBHV_DEMO.username}:${NIBHV_DEMO.password}`).toString('base64')}`
  const accepted = (key: string): Answer => {
    if (register.withdrawn.has(key)) return { status: 'withdrawn' }
    if (register.isSlow) return { status: 'accepted' }
    const number = `BHV${String([...records.keys()].indexOf(key) + 1).padStart(7, '0')}`
    return { status: 'accepted', number, valid_until: addDays(today(), 365) }
  }
  const lists = (path: string): object | null => {
    const [at, query = ''] = path.split('?')
    const asked = new URLSearchParams(query)
    if (at === '/account') return { name: 'Opleidingen Noordkaap' }
    if (at === '/trainers') return NIBHV_LISTS.trainers
    if (at === '/contact-users') return NIBHV_LISTS.contactUsers
    if (at === '/competence-profiles')
      return NIBHV_LISTS.profiles.filter((profile) =>
        (['type', 'isRefresher', 'language'] as const).every((name) => profile[name] === asked.get(name)),
      )
    return /^\/competence-profiles\/[^/]+\/event-templates$/.test(at!) ? NIBHV_LISTS.templates : null
  }
  const standIn = await startStandIn(({ method, path, body, key, authorization }) => {
    if (authorization !== entered) return 401
    if (method === 'GET') {
      if (!path.startsWith('/results/')) return lists(path)
      const asks = path.slice('/results/'.length)
      return records.has(asks) ? accepted(asks) : null
    }
    if (path === '/check') {
      const strange = (JSON.parse(body) as { records: NibhvRecord[] }).records.filter(isUnknown)
      return { errors: strange.map(({ last_name }) => `${last_name}: deze persoon is niet bekend in het register.`) }
    }
    const record = JSON.parse(body) as NibhvRecord
    if (isUnknown(record)) return { status: 'rejected', message: 'Persoon onbekend' }
    if (!records.has(key)) records.set(key, record)
    return accepted(key)
  })
  return Object.assign(register, standIn)
}
