import type { Config } from '../../../platform/config.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { formatMoney } from '../../../platform/format/format.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import {
  forgetKey,
  forgetToken,
  keepKey,
  keepToken,
  keySource,
  providerAccess,
  tokenSource,
} from './account.commands.ts'
import { AccountForm } from './online.forms.ts'
import { SETTLE } from './online.job.ts'
import { today } from '../../../platform/format/zone.ts'
import { dueOn } from '../../sales/claims/index.ts'
import { payLinks, payable } from '../../invoices/invoices/index.ts'
import { isAccepted } from './provider.adapter.ts'
import { payArea } from './rights.ts'
import { isTokenAccepted } from './settlements.adapter.ts'

const access = { area: settingsArea, record: 'setting', recordParam: null, right: 'change' } as const
const SAVED = { changed: [{ type: 'setting', id: 0 }] }

/** What of them who installed this gave: it holds again once that of the settings is gone. */
const installedOf = ({ paymentKey, paymentToken }: Config) => ({
  key: paymentKey !== undefined,
  token: paymentToken !== undefined,
})

/** With whom payments are collected online; key and token go in and never come out. */
export const onlineSettings = formFragment({
  ...access,
  path: '/settings/online-payments',
  pageAddress: '/settings/?tab=online-payments',
  title: 'Online betalen',
  view: 'administration/online-payments/settings',
  noUndo: 'account, right or secret',
  load: async ({ services }) => ({
    source: await keySource(services),
    tokenSource: await tokenSource(services),
    installed: installedOf(services.config),
    reaches: services.config.paymentUrl !== undefined,
  }),
  form: AccountForm,
  submits: [{ label: 'Bewaren' }],
  precheck: async ({ form: { payment_key, payment_token }, services }) => {
    const url = services.config.paymentUrl
    if (url === undefined) return
    const field = payment_key === null ? 'payment_token' : 'payment_key'
    try {
      if (payment_key !== null && !(await isAccepted({ url, key: payment_key })))
        throw new Invalid({ payment_key: ['De betaaldienst neemt deze sleutel niet aan. Kijk na of u hem helemaal hebt overgenomen.'] }) // prettier-ignore
      if (payment_token !== null && !(await isTokenAccepted({ url, key: payment_token })))
        throw new Invalid({ payment_token: ['De betaaldienst neemt dit token niet aan, of het mag geen uitbetalingen lezen (settlements.read).'] }) // prettier-ignore
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      throw new Invalid({ [field]: ['De betaaldienst geeft nu geen antwoord. Probeer het later opnieuw.'] })
    }
  },
  save: async ({ trx, form: { payment_key, payment_token }, services }) => {
    if (payment_key !== null) await keepKey(trx, services.config, payment_key)
    if (payment_token !== null) {
      await keepToken(trx, services.config, payment_token)
      await services.jobs.add(trx, SETTLE, {}, { key: SETTLE })
    }
    const str = payment_key === null ? 'Organisatietoken bewaard' : 'Online betalen staat aan'
    return { ...SAVED, flash: { str, type: 'success' } }
  },
  // An installation without an address of the provider asks nobody.
  example: () => ({ form: { payment_key: 'test_abcdefghijklmnopqrstuvwxyz' } }),
})

/** From now on nobody pays online, but by a key of the installation; what is under way is still followed where another key comes. */
export const onlineForget = action({
  ...access,
  path: '/settings/online-payments/forget',
  noUndo: 'account, right or secret',
  save: async ({ trx, services }) => {
    await forgetKey(trx)
    const str = installedOf(services.config).key ? 'Online betalen gaat verder met de sleutel van deze installatie' : 'Online betalen staat uit' // prettier-ignore
    return { ...SAVED, flash: { str, type: 'success' } }
  },
  example: () => null,
})

/** From now on it is not told which payments are in a payout, but by a token of the installation. */
export const onlineForgetToken = action({
  ...access,
  path: '/settings/online-payments/forget-token',
  noUndo: 'account, right or secret',
  save: async ({ trx }) => {
    await forgetToken(trx)
    return { ...SAVED, flash: { str: 'Organisatietoken verwijderd', type: 'success' } }
  },
  example: () => null,
})

/** Where a supervisor pays an invoice of the own company. */
export const payPopup = popup({
  area: payArea,
  record: 'invoice',
  right: 'view',
  path: '/administration/invoice/:id/pay',
  home: '/administration/invoices',
  size: 'small',
  load: async ({ db, params, services }) => {
    const invoice = await payable(db).where('invoices.id', '=', params.id).executeTakeFirst()
    if (!invoice) throw new NotFound('Factuur')
    const link = (await payLinks(db, services.config, [params.id])).get(params.id) ?? null
    const { due } = await dueOn(db, 'invoice', invoice, today())
    return {
      invoice,
      open: formatMoney(invoice.open),
      sum: due === invoice.open ? null : formatMoney(due),
      link,
      online: (await providerAccess(services)) !== null,
    }
  },
  title: ({ invoice }) => `Factuur ${invoice.uid} betalen`,
  view: 'administration/online-payments/pay',
  example: (story) => ({ params: { id: story.invoices.definitive }, foreign: { id: story.invoices.foreign } }),
})
