import type { Db, Trx } from '../../../platform/database/types.ts'
import { hok } from './hok/hok.adapter.ts'
import { nibhv } from './nibhv/nibhv.adapter.ts'
import type { Register } from './register.ts'
import { REGISTER_NAMES, type RegisterKey } from './requests.rules.ts'

/** All registers that students are passed on to by themselves. */
export const REGISTERS: Record<RegisterKey, Register> = { hok, nibhv }

/** The registers that the students of a planning can be passed on to, and which of them are chosen. */
export async function registersFor(
  db: Db | Trx,
  planningId: number,
  chosen: Partial<Record<`pass_to_${RegisterKey}`, boolean>>,
): Promise<{ key: RegisterKey; name: string; chosen: boolean }[]> {
  const found: { key: RegisterKey; name: string; chosen: boolean }[] = []
  for (const register of Object.values(REGISTERS)) {
    const { key } = register
    if (await register.takes(db, planningId)) found.push({ key, name: REGISTER_NAMES[key], chosen: chosen[`pass_to_${key}`] ?? false }) // prettier-ignore
  }
  return found
}
