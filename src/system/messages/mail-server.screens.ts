import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { Invalid } from '../../platform/errors.ts'
import { findServer, forgetServer, isAllowedHost, keepServer } from '../../platform/mail/servers.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { settingFields } from '../settings/index.ts'
import { settingsArea } from '../settings/rights.ts'

const access = { area: settingsArea, right: 'change', noUndo: 'account, right or secret' } as const
const CHANGED = [{ type: 'setting', id: 0 }]

const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*|[\da-f:.]+)$/i

const ServerForm = z
  .object({
    ...parsersOf(settingFields, 'smtp_host', 'smtp_port', 'smtp_encryption'),
    ...parsersOf(settingFields, 'smtp_username', 'password', 'smtp_address'),
  })
  .superRefine(({ smtp_host, smtp_encryption, smtp_username, password, smtp_address }, ctx) => {
    const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
    if (!HOST.test(smtp_host)) refuse('smtp_host', 'Vul alleen de naam van de server in, zoals smtp.example.nl.')
    if (smtp_username !== '' && smtp_encryption === 'none')
      refuse('smtp_encryption', 'Kies een versleuteling: zonder reist het wachtwoord leesbaar.')
    if (smtp_username === '' && password !== '') refuse('smtp_username', 'Vul in bij welke naam het wachtwoord hoort.')
    if (smtp_address === null && !smtp_username.includes('@'))
      refuse('smtp_address', 'Vul het adres in waarmee berichten worden verstuurd.')
  })

/** The mail server of the settings; its password is kept sealed and never shown. */
export const mailServer = formPopup({
  ...access,
  record: 'setting',
  recordParam: null,
  path: '/settings/mail/server',
  home: '/settings/',
  size: 'medium',
  title: 'Eigen mailserver',
  view: 'system/messages/server',
  form: ServerForm,
  load: async ({ db }) => {
    const server = await findServer(db)
    return {
      isKept: (server?.username ?? '') !== '',
      server: server
        ? {
            smtp_host: server.host,
            smtp_port: server.port,
            smtp_encryption: server.encryption,
            smtp_username: server.username,
            smtp_address: server.address,
          }
        : { smtp_port: 587, smtp_encryption: 'starttls' },
    }
  },
  save: async ({ trx, services: { config }, form }) => {
    const { smtp_host: host, smtp_port: port, smtp_encryption: encryption, smtp_username: username } = form
    if (!isAllowedHost(host, config)) throw new Invalid({ smtp_host: ['Een server in het eigen netwerk is hier niet toegestaan.'] }) // prettier-ignore
    const kept = await findServer(trx)
    // The password that is kept goes to nobody else than whom it was given for.
    const isSame = kept?.host === host && kept.port === port && kept.username === username
    if (username !== '' && form.password === '' && !isSame) throw new Invalid({ password: ['Vul het wachtwoord in.'] })
    const address = form.smtp_address ?? username
    const password = form.password === '' ? null : form.password
    await keepServer(trx, config, { host, port, encryption, username, password, address })
    return { changed: CHANGED, flash: { str: `Berichten gaan voortaan via ${host}`, type: 'success' } }
  },
  example: () => ({ form: { smtp_host: 'smtp.noordkaap.nl', smtp_address: 'info@noordkaap.nl' } }),
})

export const mailServerForget = action({
  ...access,
  path: '/settings/mail/server/forget',
  save: async ({ trx }) => {
    await forgetServer(trx)
    return { flash: { str: 'De mailserver is verwijderd', type: 'success' }, changed: CHANGED }
  },
})
