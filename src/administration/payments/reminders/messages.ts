import { formatCount } from '../../../platform/format/format.ts'
import { messageSetting } from '../../../system/messages/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { type MailedKind, reminderAudience } from './audience.ts'

const readBy = (kind: MailedKind) => ({ audience: reminderAudience, kinds: [kind] })

/** Which messages customers read with letters about what is open. */
export const reminderMessages = messageSetting({
  key: 'reminder_messages',
  text: 'Deze standaardberichten gaan mee met de brief.',
  when: {
    tab: 'reminders',
    tell: async (db) => {
      const { first_days, next_days, notice_days, automatic_steps } = await readSetting(db, 'reminders')
      const by = (step: (typeof automatic_steps)[number], text: string) =>
        automatic_steps.includes(step) ? `${text}, vanzelf` : text
      return {
        reminder_message: by('reminder', `${formatCount(first_days, 'dag', 'dagen')} na de vervaldatum`),
        notice_message: by('notice', `${formatCount(next_days, 'dag', 'dagen')} na de herinnering`),
        final_message: by('final', `${formatCount(notice_days, 'dag', 'dagen')} na de 14-dagenbrief`),
        statement_message: 'Bij het versturen',
      }
    },
  },
  readers: {
    reminder_message: readBy('reminder'),
    notice_message: readBy('notice'),
    final_message: readBy('final'),
    statement_message: readBy('statement'),
  },
  example: (story) => ({
    form: { ...story.reminderMessages, reminder_message: story.reminderMessages.final_message },
  }),
})
