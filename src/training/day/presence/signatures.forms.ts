import * as z from 'zod'
import { MOST_DRAWN_PIXELS } from '../../../platform/files/drawing.ts'
import { readImageType } from '../../../platform/files/image.ts'
import { checkbox } from '../../../platform/forms/fields.ts'
import { type ImageType, imageType } from './signatures.rules.ts'

/** A drawing of thin lines takes a few kB; more is something else. */
const MOST_BYTES = 200_000
const DATA_URL = /^data:image\/(?:webp|png);base64,([A-Za-z\d+/]+={0,2})$/

export interface SignatureImage {
  bytes: Buffer
  type: ImageType
}

const moment = z.enum(['start', 'end']).default('start')
/** For which of the two a pad stands, and whose image is shown. */
export const MomentQuery = z.object({ moment: moment.catch('start') })

/** A time of the day, 'HH:mm'; when empty null. */
const timeOrNull = z
  .string('Vul een tijd in.')
  .trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Dit is geen geldige tijd (uu:mm).')
  .transform((time) => (time === '' ? null : time))

/** The signature as the browser drew it: an image in a data URL; `next` asks for who signs after this. */
export const SignatureForm = z.object({
  signature: z
    .string()
    .min(1, 'Zet eerst een handtekening.')
    .transform((value, ctx): SignatureImage => {
      const bytes = Buffer.from(DATA_URL.exec(value)?.[1] ?? '', 'base64')
      const type = imageType(bytes)
      const { width, height } = readImageType(bytes) ?? { width: Infinity, height: 1 }
      if (type !== null && bytes.length <= MOST_BYTES && width * height <= MOST_DRAWN_PIXELS) return { bytes, type }
      ctx.addIssue({ code: 'custom', message: 'Deze handtekening kan niet worden gelezen.' })
      return z.NEVER
    }),
  next: checkbox,
  moment,
  /** When the student came, where that counts: what the clock of the phone said, also when it is sent later. */
  arrived: timeOrNull.default(null),
})

export type SignatureInput = z.output<typeof SignatureForm>
export const ArrivalForm = z.object({ arrived: timeOrNull })
