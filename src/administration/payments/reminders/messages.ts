import { messageSetting } from '../../../system/messages/index.ts'
import { type MailedKind, reminderAudience } from './audience.ts'

const readBy = (kind: MailedKind) => ({ audience: reminderAudience, kinds: [kind] })

/** Which messages customers read with letters about what is open. */
export const reminderMessages = messageSetting({
  key: 'reminder_messages',
  text: 'Deze standaardberichten gaan mee met de brief.',
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
