import * as z from 'zod'
import { everyParserOf, parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { ledgerAccountFields, ledgerRuleFields } from './ledger.fields.ts'

export const LedgerAccountForm = z.object(parsersOf(ledgerAccountFields, 'code', 'name', 'kind'))
export const LedgerAccountEditForm = z.object({ ...everyParserOf(ledgerAccountFields), version })
export const LedgerRuleForm = z.object(everyParserOf(ledgerRuleFields))
export const LedgerRuleEditForm = z.object({ ...everyParserOf(ledgerRuleFields), version })
export type LedgerAccountInput = z.output<typeof LedgerAccountForm>
export type LedgerAccountEdit = z.output<typeof LedgerAccountEditForm>
export type LedgerRuleInput = z.output<typeof LedgerRuleForm>
export type LedgerRuleEdit = z.output<typeof LedgerRuleEditForm>
