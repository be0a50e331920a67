import * as z from 'zod'
import { Unavailable, askJson } from '../../../platform/outside/ask-json.ts'
import type { Services } from '../../../platform/services.ts'

const Checked = z.object({
  isValid: z.boolean(),
  userError: z.string().max(60).nullish(),
  name: z.string().max(500).nullish(),
  address: z.string().max(1000).nullish(),
  requestIdentifier: z.string().max(60).nullish(),
})

/** What the register of the union answered about a VAT number. */
export interface ViesAnswer {
  valid: boolean
  name: string | null
  address: string | null
  /** By which the tax office finds that it was asked; only who tells its own number gets one. */
  identifier: string | null
}

type ViesServices = Pick<Services, 'config'>

/** Whether this installation has an address to ask. */
export const reachesVies = ({ config }: ViesServices): boolean => config.viesUrl !== undefined

/** Countries that tell no names answer with hyphens. */
const told = (text: string | null | undefined): string | null => (text && !/^[-\s]*$/.test(text) ? text.trim() : null)

/** A refusal of the register itself, as against a number that it does not know. */
const isAnswer = ({ isValid, userError }: z.output<typeof Checked>): boolean =>
  isValid || !userError || userError === 'INVALID' || userError === 'INVALID_INPUT'

/** @param own our own VAT number, or '' @throws Unavailable when it gives no usable answer */
export async function askVies({ config }: ViesServices, vatId: string, own: string): Promise<ViesAnswer> {
  if (config.viesUrl === undefined) throw new Unavailable('no address of the register')
  const asker = own === '' ? '' : `?requesterMemberStateCode=${own.slice(0, 2)}&requesterNumber=${own.slice(2)}`
  const [country, number] = [vatId.slice(0, 2), vatId.slice(2)].map(encodeURIComponent)
  const { status, body } = await askJson(`${config.viesUrl}/ms/${country}/vat/${number}${asker}`, {
    timeoutMs: 4000,
    withinMs: 8000,
  })
  if (status !== 200) throw new Unavailable(`status ${status}`)
  const read = Checked.safeParse(body)
  if (!read.success) throw new Unavailable('the answer has another shape')
  // What a country does not answer now comes as a number that does not hold, with a reason beside it.
  if (!isAnswer(read.data)) throw new Unavailable('the country does not answer')
  const { isValid, name, address, requestIdentifier } = read.data
  return {
    valid: isValid,
    name: told(name),
    address: told(address?.replace(/\s*\n\s*/g, ', ')),
    identifier: told(requestIdentifier),
  }
}
