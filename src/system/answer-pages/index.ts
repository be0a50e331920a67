import * as z from 'zod'
import type { Db } from '../../platform/database/types.ts'
import { formatDayAndHours } from '../../platform/format/format.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import { tokenHash } from '../../platform/links.ts'
import { type PublicAnswer, publicPage, throttledPage } from '../../platform/screens/call/public.ts'
import { type Services, singleton } from '../../platform/services.ts'
import { readSetting } from '../settings/index.ts'

/** What the page behind a mailed link shows. */
export interface Shown {
  title: string
  text: string
  /** What it is about, on a card. */
  course?: string
  parts?: { when: string; hours: string; place: string; address: string }[]
  lines?: { label: string; value: string }[]
  /** Until when can be answered: in bold, and what comes after. */
  term?: { head: string; text: string }
  /** One button per answer. */
  buttons?: { answer: string; label: string; look: 'primary' | 'plain' | 'link' }[]
  /** What was shown, sent along with the answer: what was read is what is answered. */
  seen?: string
}

interface AnswerPage<Path extends string, A extends string> {
  path: Path
  /** The beginning of its address, before the token. */
  at: string
  title: string
  /** Of its counts of tries. */
  name: string
  answers: readonly [A, ...A[]]
  /** The page as it stands. */
  show(services: Services, token: string): Promise<Shown>
  /** What an answer came to. */
  reply(services: Services, token: string, answer: A, seen: string): Promise<Shown>
}

/** Parts as the card tells them. */
export const partsShown = (parts: { starts_at: Date; ends_at: Date; place: string; address: string }[]) =>
  parts.map(({ starts_at, ends_at, place, address }) => {
    const [when, hours] = formatDayAndHours(starts_at, ends_at)
    return { when, hours, place, address }
  })

/**
 * The page behind a mailed link on which somebody answers without an account. Opening it changes nothing, however often
 * (rulings 10.16); each answer is a button that is sent.
 */
export function answerPage<Path extends `/${string}/:token(word)`, A extends string>(page: AnswerPage<Path, A>) {
  // A company behind one address may answer for many people; nobody guesses a token in so many tries.
  const throttlesOf = singleton(({ pool }) => ({
    looks: new Throttle(pool, { name: `${page.name}-address`, tries: 120, seconds: 600 }),
    answers: new Throttle(pool, { name: `${page.name}-token`, tries: 30, seconds: 600 }),
  }))
  const form = z.object({
    answer: z.enum(page.answers).optional().catch(undefined),
    seen: z.string().max(100).catch(''),
  })
  const answerWith = async (db: Db, shown: Shown, token: string): Promise<PublicAnswer> => {
    const { name, phone } = await readSetting(db, 'organisation')
    const action = `${page.at}/${encodeURIComponent(token)}`
    return { view: 'training/answer-pages/page', data: { shown, action, organisation: name, phone } }
  }
  const tokenIn = (params: object) => (params as { token: string }).token
  return publicPage<Path, typeof form>({
    path: page.path,
    title: page.title,
    show: async ({ db, services, params, address }) => {
      await throttlesOf(services).looks.spend(address)
      return answerWith(db, await page.show(services, tokenIn(params)), tokenIn(params))
    },
    form,
    submit: async ({ db, services, params, address, form: { answer, seen } }) => {
      const { looks, answers } = throttlesOf(services)
      const token = tokenIn(params)
      await looks.spend(address)
      await answers.spend(tokenHash(token))
      const shown =
        answer === undefined ? await page.show(services, token) : await page.reply(services, token, answer, seen)
      return answerWith(db, shown, token)
    },
    invalid: throttledPage,
  })
}
