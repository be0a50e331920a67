import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { LedgerAccountEdit, LedgerAccountInput, LedgerRuleEdit, LedgerRuleInput } from './ledger.forms.ts'
import { ruleProblem } from './ledger.rules.ts'

export async function addLedgerAccount(trx: Trx, input: LedgerAccountInput): Promise<number> {
  const { id } = await trx.insertInto('ledger_accounts').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editLedgerAccount(trx: Trx, id: number, { version, ...input }: LedgerAccountEdit): Promise<void> {
  await lockVersion(trx, 'ledger_accounts', id, version, input)
  await trx.updateTable('ledger_accounts').set(input).where('id', '=', id).execute()
}

export async function deleteLedgerAccount(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('ledger_accounts').where('id', '=', id).execute()
}

/** @throws Invalid where it is about two things, or about nothing */
function refuseMixed(input: LedgerRuleInput): void {
  const problem = ruleProblem(input)
  if (problem) throw new Invalid({ [problem.field]: [problem.message] })
}

export async function addLedgerRule(trx: Trx, input: LedgerRuleInput): Promise<number> {
  refuseMixed(input)
  const { id } = await trx.insertInto('ledger_rules').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Invalid, Stale when someone else saved first */
export async function editLedgerRule(trx: Trx, id: number, { version, ...input }: LedgerRuleEdit): Promise<void> {
  refuseMixed(input)
  await lockVersion(trx, 'ledger_rules', id, version, input)
  await trx.updateTable('ledger_rules').set(input).where('id', '=', id).execute()
}

export async function deleteLedgerRule(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('ledger_rules').where('id', '=', id).execute()
}
