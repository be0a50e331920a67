/**
 * What was typed while nobody answered: sealed for the server, each with a key by which it counts once. It goes as soon as
 * somebody answers, and not after its day.
 */
import { wallClock } from '../../src/platform/format/zone.ts'
import {
  type Arrival,
  type LostArrivals,
  MOST_ARRIVALS,
  type SealedArrival,
  sealArrival,
} from '../../src/training/day/kiosk/sealed.contract.ts'
import { type Calls, type Surroundings } from './calls.ts'

const KEPT = 'kiosk-arrivals'
const LOST = 'kiosk-lost'

export interface Outbox {
  waiting: () => number
  /** How many were wiped since it was last told. */
  lost: () => number
  keep: (serverKey: string, typed: Omit<Arrival, 'at'>) => Promise<void>
  /** Wipes what is of another day: that many are told, and no more of them. */
  wipe: () => void
  send: (post: Calls['post']) => Promise<void>
}

export function makeOutbox({ storage, now }: Pick<Surroundings, 'storage' | 'now'>): Outbox {
  const read = <T>(key: string): T[] => JSON.parse(storage.getItem(key) ?? '[]') as T[]
  const write = (key: string, all: readonly unknown[]) =>
    all.length > 0 ? storage.setItem(key, JSON.stringify(all)) : storage.removeItem(key)
  const kept = () => read<SealedArrival>(KEPT)
  const lost = () => read<LostArrivals>(LOST)
  const dayNow = () => wallClock(new Date(now())).day
  const without = <T extends { key: string }>(all: T[], sent: T[]) =>
    all.filter(({ key }) => !sent.some((one) => one.key === key))

  return {
    waiting: () => kept().length,
    lost: () => lost().reduce((sum, { count }) => sum + count, 0),
    keep: async (serverKey, typed) => {
      const at = new Date(now()).toISOString()
      const sealed = await sealArrival(serverKey, { ...typed, at })
      write(KEPT, [...kept(), { key: crypto.randomUUID(), day: dayNow(), sealed }])
    },
    wipe: () => {
      const today = dayNow()
      const old = kept().filter(({ day }) => day < today)
      if (old.length === 0) return
      const counts = [...Map.groupBy(old, ({ day }) => day)].map(([day, { length: count }]) => ({ day, count }))
      // The count first: what goes without it would be told to nobody.
      write(LOST, [...lost(), ...counts.map((one): LostArrivals => ({ ...one, key: crypto.randomUUID() }))])
      write(KEPT, without(kept(), old))
    },
    send: async (post) => {
      const [arrivals, told] = [kept().slice(0, MOST_ARRIVALS), lost().slice(0, MOST_ARRIVALS)]
      if (arrivals.length === 0 && told.length === 0) return
      await post('sealed', { arrivals: arrivals.map(({ key, sealed }) => ({ key, sealed })), lost: told })
      write(KEPT, without(kept(), arrivals))
      write(LOST, without(lost(), told))
    },
  }
}
