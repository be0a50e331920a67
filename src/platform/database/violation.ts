import type { ConstraintMessage } from '../manifest.ts'
import type { Registry } from '../registry.ts'
import type { Db, Trx } from './types.ts'

/** What somebody reads of a violated constraint: of this one where its module can tell, else what it says of all. */
export async function violationText(
  { message, told }: ConstraintMessage,
  of: { db: Db | Trx; registry: Registry },
  error: unknown,
): Promise<string> {
  const { detail } = error as { detail?: string }
  if (!told || detail === undefined) return message
  // The refusal itself stands, whatever can be found out about it.
  return (await told(of, detail).catch(() => null)) ?? message
}
