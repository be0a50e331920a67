import type { Answer } from '../register.ts'
import { type StandIn, isUnknown, startStandIn } from '../stand-in.ts'
import type { HokRecord } from './hok.queries.ts'

/** A stand-in for Het Oranje Kruis. */
export interface HokRegister extends StandIn {
  /** What was handed over, by its key. */
  records: Map<string, HokRecord>
}

export async function startHok(): Promise<HokRegister> {
  const records = new Map<string, HokRecord>()
  const accepted = (key: string): Answer => ({
    status: 'accepted',
    number: `HOK-${String([...records.keys()].indexOf(key) + 1).padStart(6, '0')}`,
  })
  const standIn = await startStandIn(({ method, path, body, key }) => {
    if (method === 'GET') {
      const asks = path.slice('/results/'.length)
      return records.has(asks) ? accepted(asks) : null
    }
    if (path === '/check') {
      const strange = (JSON.parse(body) as { records: HokRecord[] }).records.filter(isUnknown)
      return { errors: strange.map(({ last_name }) => `${last_name}: deze persoon is niet bekend in het register.`) }
    }
    const record = JSON.parse(body) as HokRecord
    if (isUnknown(record)) return { status: 'rejected', message: 'Persoon onbekend' }
    if (!records.has(key)) records.set(key, record)
    return accepted(key)
  })
  return { ...standIn, records }
}
