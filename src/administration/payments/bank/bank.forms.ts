import * as z from 'zod'
import type { ReceivedFile } from '../../../platform/http/receive-file.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { checkbox, version } from '../../../platform/forms/fields.ts'
import { settingFields } from '../../../system/settings/index.ts'
import { skipKey } from './skips.rules.ts'
import { divisionField } from '../../sales/claims/index.ts'
import { entryFields } from './bank.fields.ts'

export const UploadForm = z.object({
  file: z.custom<ReceivedFile>((file) => typeof file === 'object' && file !== null, 'Kies een bestand van uw bank.'),
  /** Those that somebody said are ours. */
  accounts: z
    .string()
    .max(2000)
    .catch('')
    .transform((told) => told.split(',').filter(Boolean)),
})

/** By which version of it an entry was shown; a program that saw none sends none. */
export const AcceptForm = z.object({
  division: divisionField.unwrap().catch('law'),
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
})

const MOST_ID = 2_147_483_647

/** Entries as they were shown: 'id:version', or an id where a program saw no version. */
export const AcceptAllForm = z.object({
  entries: z
    .string()
    .max(10_000)
    .regex(/^\d{1,10}(:\d{1,10})?(,\d{1,10}(:\d{1,10})?)*$/, 'Kies minimaal één bankregel.')
    .transform((told) =>
      told.split(',').map((one) => {
        const [id, seen] = one.split(':').map(Number)
        return { id: Math.min(id!, MOST_ID), version: seen ?? null }
      }),
    ),
})

const { invoice_ids, opening_item_ids, reason } = parsersOf(entryFields, 'invoice_ids', 'opening_item_ids', 'reason')

export const ChooseForm = z
  .object({ principal_only: checkbox, invoice_ids, opening_item_ids })
  .refine((form) => form.invoice_ids.length + form.opening_item_ids.length > 0, {
    path: ['invoice_ids'],
    message: 'Kies minimaal één factuur.',
  })

export const IgnoreForm = z.object({
  always: checkbox,
  reason: reason.refine((text) => text !== null && text !== '', 'Vul in waarom deze regel wordt overgeslagen.'),
})

export const SkipForm = z.object({ skip: skipKey })

export const BankSettingsForm = z.object({ version, ...parsersOf(settingFields, 'book_certain', 'payment_difference') })
