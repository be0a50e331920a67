import { sql, type SqlBool } from 'kysely'
import { waitsOutside } from '../../platform/jobs/jobs.ts'
import { sealedData } from '../../platform/jobs/reseal.ts'
import { resealAccount } from '../../platform/mail/accounts.ts'
import { mailData, mailRetention } from '../../platform/mail/person-data.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { resealServer } from '../../platform/mail/servers.ts'
import { sendMail, sweepMails } from '../../platform/mail/sending.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { popupTabs } from '../../platform/screens/popup/popup-tabs.ts'
import { NOW, attention, waitingRows } from '../attention/points.ts'
import { personData, retentionKinds } from '../privacy/points.ts'
import { defaultMessageFields } from './defaults.fields.ts'
import * as defaults from './defaults.screens.ts'
import * as mailSettings from './mail-settings.screens.ts'
import * as mailServer from './mail-server.screens.ts'
import * as mailbox from './mailbox.screens.ts'
import * as planned from './planned.screens.ts'
import { resumeMailings, sendMailing } from './mailing.job.ts'
import { messageFields } from './messages.fields.ts'
import { addressWarning, carriesMessages, countMailsOf } from './messages.queries.ts'
import * as screens from './messages.screens.ts'
import { messageTable } from './outbox.screens.ts'
import { mailingData, mailingRetention } from './person-data.ts'
import { seedMessages } from './story.ts'
import { messagePreview } from './write-preview.queries.ts'
import { messageWrite } from './write.screens.ts'

const { mailProviders: _mailProviders, ...mailSettingsScreens } = mailSettings

const ofRecords = [messageTable, messageWrite, messagePreview]
const everybody = () => sql<SqlBool>`true`
export { listDefaultFiles } from './attached.commands.ts'
export { type AutomaticMessage, queueForMoment, queueMailing } from './messages.commands.ts'
export { messageSetting } from './message-setting.ts'
export { messageFor } from './written.queries.ts'
export { WriteForm } from './messages.forms.ts'
export { editorFor, tell, tellingOf } from './telling.commands.ts'
export {
  MAIL_STATES,
  defaultOptions,
  fitsRecipients,
  getDefault,
  isFailed,
  isWaiting,
  isWaitingSql,
  refuseTemplate,
  somePeople,
  toldStates,
  validAddress,
} from './messages.queries.ts'

export const messages: ModulePart = {
  screens: [screens, planned, defaults, mailbox, mailServer, mailSettingsScreens].flatMap((part) =>
    Object.values(part),
  ),
  screensOver: (all) => ofRecords.map((screen) => screen(all.filter(carriesMessages))),
  records: [
    {
      type: 'message',
      label: { one: 'bericht', many: 'berichten' },
      history: false,
      area: messagesArea,
      table: 'mails',
      visibleTo: everybody,
      open: '/messages/view/{id}',
      fields: messageFields,
      nameSql: sql<string>`mails.subject`,
    },
    {
      type: 'default-message',
      label: { one: 'standaardbericht', many: 'standaardberichten' },
      area: messagesArea,
      table: 'default_messages',
      visibleTo: everybody,
      open: '/messages/default/view/{id}',
      fields: defaultMessageFields,
      nameSql: sql<string>`default_messages.name::text`,
    },
  ],
  nav: [
    {
      label: 'Berichten',
      icon: 'mail',
      href: '/messages',
      synonyms: ['mail', 'e-mail', 'sjabloon', 'standaardberichten', 'automatische berichten'],
      key: 'm',
      area: messagesArea,
      order: 100,
      waits: 'refused_messages',
    },
  ],
  // Mails are found by the addresses of account and contact, so they come before those are emptied.
  jobs: {
    'mail.send': waitsOutside(sendMail),
    'mail.sweep': sweepMails,
    'message.mailing': waitsOutside(sendMailing),
    'message.resume': resumeMailings,
  },
  crons: { 'mail.sweep': '*/5 * * * *', 'message.resume': '*/5 * * * *' },
  constraints: {
    default_messages_name_key: { field: 'name', message: 'Er is al een standaardbericht met deze naam.' },
  },
  afterStory: seedMessages,
  gifts: [
    give(popupTabs, [
      {
        record: carriesMessages,
        key: 'messages',
        label: 'Berichten',
        icon: 'mail',
        area: messagesArea,
        order: 75,
        under: 'contact',
        url: (id, type) => `/messages/of/${type}/${id}`,
        count: countMailsOf,
        warning: addressWarning,
      },
    ]),
    give(attention, [
      {
        name: 'refused_messages',
        kind: 'now',
        icon: 'mail-x',
        tone: 'danger',
        label: { one: 'bericht geweigerd of teruggekomen', many: 'berichten geweigerd of teruggekomen' },
        area: messagesArea,
        url: '/messages?state=refused,bounced',
        rows: () => waitingRows({ day: NOW, from: sql`from mails where state in ('refused', 'bounced')` }),
      },
    ]),
    give(mergeStrategies, [
      { table: 'mails', column: 'object_id', merges: 'moves' },
      { table: 'invitations', column: 'object_id', merges: 'moves' },
      { table: 'mailings', column: 'object_id', merges: 'moves' },
    ]),
    give(personData, [mailData, mailingData]),
    give(retentionKinds, [mailRetention, mailingRetention]),
    give(sealedData, [resealAccount, resealServer]),
  ],
}
