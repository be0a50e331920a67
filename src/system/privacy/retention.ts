import { closeSetsAround } from '../../platform/database/change-sets.ts'
import { forgetWords } from '../../platform/http/once.ts'
import { recordEvent } from '../../platform/database/history.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { Registry } from '../../platform/registry.ts'
import { type RetentionKind, retentionKinds } from './points.ts'

/** The moment before which something is too old; the last day of a shorter month stands for its missing ones. */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - months)
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0)
  return before
}

const listTerms = (db: Db | Trx) => db.selectFrom('retention_terms').selectAll().execute()

export interface RetentionLine extends Pick<RetentionKind, 'key' | 'label' | 'basis' | 'months'> {
  least: number
  enabled: boolean
  /** What the next run would remove. */
  due: number
  lastRun: string | null
}

/** Every kind with its term and what the next run would do. */
export async function listRetention(db: Db, registry: Registry, now = new Date()): Promise<RetentionLine[]> {
  const terms = new Map((await listTerms(db)).map((term) => [term.kind, term]))
  return Promise.all(
    registry.all(retentionKinds).map(async (kind) => {
      const term = terms.get(kind.key)
      const months = term?.months ?? kind.months
      return {
        key: kind.key,
        label: kind.label,
        basis: kind.basis,
        months,
        least: kind.least ?? 1,
        enabled: term?.enabled ?? false,
        due: await kind.count(db, monthsBefore(now, months)),
        lastRun: term?.last_run_at ? `${formatDateTime(term.last_run_at)}: ${term.last_count ?? 0} opgeschoond` : null,
      }
    }),
  )
}

/** @throws NotFound for a kind no area knows */
export async function getRetention(db: Db, registry: Registry, key: string) {
  const line = (await listRetention(db, registry)).find((candidate) => candidate.key === key)
  if (!line) throw new NotFound('Bewaartermijn')
  return { line }
}

/** Sets how long a kind is kept, and whether the nightly run may remove what is older. */
export async function setRetention(
  trx: Trx,
  kind: string,
  { months, enabled }: { months: number; enabled: boolean },
): Promise<void> {
  await trx
    .insertInto('retention_terms')
    .values({ kind, months, enabled })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ months, enabled }))
    .execute()
}

/** Removes what is too old of every kind that was switched on. A kind that fails leaves the others alone. */
export const runRetention: JobHandler = async (_payload, { db, registry, jobs, log }) => {
  const now = new Date()
  const failures: unknown[] = []
  for (const { id, kind, months } of (await listTerms(db)).filter(({ enabled }) => enabled)) {
    const found = registry.all(retentionKinds).find(({ key }) => key === kind)
    if (!found) continue
    try {
      await inTransaction(db, null, async (trx) => {
        const removed = await found.remove(trx, monthsBefore(now, months), { jobs })
        await trx
          .updateTable('retention_terms')
          .set({ last_run_at: now, last_count: removed })
          .where('id', '=', id)
          .execute()
        if (removed > 0) {
          await recordEvent(trx, null, { type: 'retention_term', id, action: 'retention', details: { kind, removed } })
          await forgetWords(trx)
        }
        await closeSetsAround(trx)
      })
    } catch (err) {
      log.error({ err, kind }, 'retention failed')
      failures.push(err)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'retention failed for some kinds')
}
