import * as z from 'zod'
import { LAST_DAY } from './fields.ts'

const NO_DAY = 'Vul een datum in.'

/** A day as machines write it, 'yyyy-mm-dd', of the years that a typed one can have. */
export const isoDate = z.iso.date(NO_DAY).refine((day) => day >= '1000-01-01' && day <= LAST_DAY, NO_DAY)
