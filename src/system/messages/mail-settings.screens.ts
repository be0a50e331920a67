import { formatDateTime } from '../../platform/format/format.ts'
import { type MailProvider, getAccount, providerLabel } from '../../platform/mail/accounts.ts'
import { findServer } from '../../platform/mail/servers.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { sentFlash } from '../../platform/mail/sending.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import type { Services } from '../../platform/services.ts'
import { settingsArea } from '../settings/rights.ts'

const access = { area: settingsArea, right: 'change' } as const
const PROVIDERS: MailProvider[] = ['microsoft', 'google']

/** How mail leaves: the mailbox that was signed in to, else the SMTP server, else not at all. */
export async function mailProviders({ db, config }: Pick<Services, 'db' | 'config'>) {
  const account = await getAccount(db)
  return {
    /** The mailbox in use; `usable` says whether this server is still registered at its service. */
    account: account
      ? {
          label: providerLabel(account.provider as MailProvider),
          address: account.address,
          since: formatDateTime(account.created_at),
          error: account.error,
          usable: config.mailProviders[account.provider as MailProvider] !== undefined,
        }
      : null,
    /** The services, with where a full navigation starts the sign-in; null: this server is not registered there. */
    services: PROVIDERS.map((provider) => ({
      label: providerLabel(provider),
      connected: account?.provider === provider,
      url: config.mailProviders[provider] === undefined ? null : `/settings/mail/connect/${provider}`,
      variables: `${provider.toUpperCase()}_CLIENT_ID en ${provider.toUpperCase()}_CLIENT_SECRET`,
    })),
    /** The server of the surroundings, which goes before the one of the settings. */
    smtpHost: config.smtpUrl === undefined ? null : new URL(config.smtpUrl).hostname,
    server: await findServer(db),
  }
}

/** The part of the tab 'E-mail' that is no form: the mailbox, its buttons, and a mail to try it with. */
export const mailSettings = fragment({
  ...access,
  path: '/settings/mail/mailbox',
  pageAddress: '/settings/?tab=mail',
  view: 'system/messages/mailbox',
  load: async ({ services, viewer }) => ({ ...(await mailProviders(services)), to: viewer.email }),
})

/** A mail to oneself, by the same way as every other; what became of it stands in the list of messages. */
export const mailTest = action({
  ...access,
  path: '/settings/mail/test',
  noUndo: 'left the house',
  save: async ({ trx, viewer, services }) => {
    const id = await queueMail(trx, services, {
      atOnce: true,
      to: viewer.email,
      subject: 'Testbericht van Noordkaap',
      text: `Dit testbericht is verstuurd door ${viewer.name}, vanuit de instellingen van Noordkaap. Als u dit leest, komt e-mail uit Noordkaap bij u aan.`,
      sentBy: viewer.id,
    })
    return {
      flash: await sentFlash(services, `Testbericht wordt verstuurd naar ${viewer.email}`),
      changed: [{ type: 'message', id }],
      open: `/messages/view/${id}`,
    }
  },
})
