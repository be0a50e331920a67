import * as z from 'zod'
import { idList } from '../../../platform/forms/fields.ts'
import { DraftsQuery, TrayQuery } from '../visits/index.ts'
import { MOST_DAYS, MOST_PEOPLE } from './filling.contract.ts'

const days = z
  .string()
  .max(MOST_DAYS * 11)
  .transform((text) => [...new Set(text.split(',').filter(Boolean))].sort())
  .pipe(
    z
      .array(
        z.iso
          .date(':label is geen geldige datum.')
          .refine((day) => day >= '2000-01-01' && day <= '2199-12-31', ':label is geen geldige datum.'),
      ) // prettier-ignore
      .max(MOST_DAYS, `Kies hooguit ${MOST_DAYS} dagen.`),
  )
  .default([])

/** Whose days are filled, beside what is on the board and not saved yet. */
export const FillQuery = z.object({ ...DraftsQuery.shape, ...TrayQuery.shape, employees: idList(MOST_PEOPLE), days })
