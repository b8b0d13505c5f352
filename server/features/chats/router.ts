import * as contract from "../../../contract/chats/chats-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { rateLimited } from "../../trpc/rate-limit.ts";
import * as commands from "./commands.ts";
import { listMessages } from "./messages.ts";
import * as queries from "./queries.ts";
import { announceTyping } from "./typing.ts";
import { addToPage } from "./wiki-section.ts";

const writing = procedureFor("writeChats");
const saying = writing.use(rateLimited("messages"));
const editing = procedureFor("editRecords");

export const chatRouter = router({
  list: procedure.input(contract.listChats).query(({ ctx, input }) => queries.listChats(ctx, input)),
  get: procedure.input(contract.chatId).query(({ ctx, input }) => queries.getChat(ctx, input)),
  messages: procedure.input(contract.listMessages).query(({ ctx, input }) => listMessages(ctx, input)),
  countUnread: procedure.input(contract.countUnread).query(({ ctx }) => queries.countUnread(ctx)),
  create: saying.input(contract.createChat).mutation(({ ctx, input }) => commands.createChat(ctx, input)),
  rename: writing.input(contract.renameChat).mutation(({ ctx, input }) => commands.renameChat(ctx, input)),
  setStatus: writing.input(contract.setChatStatus).mutation(({ ctx, input }) => commands.setStatus(ctx, input)),
  setQuestion: writing.input(contract.setChatQuestion).mutation(({ ctx, input }) => commands.setQuestion(ctx, input)),
  send: saying.input(contract.sendMessage).mutation(({ ctx, input }) => commands.sendMessage(ctx, input)),
  edit: saying.input(contract.editMessage).mutation(({ ctx, input }) => commands.editMessage(ctx, input)),
  delete: writing.input(contract.chatId).mutation(({ ctx, input }) => commands.deleteMessage(ctx, input)),
  react: writing
    .use(rateLimited("reactions"))
    .input(contract.reactToMessage)
    .mutation(({ ctx, input }) => commands.react(ctx, input)),
  markRead: procedure.input(contract.markChatRead).mutation(({ ctx, input }) => commands.markRead(ctx, input)),
  toPage: editing.input(contract.chatToPage).mutation(({ ctx, input }) => addToPage(ctx, input)),
  typing: writing.input(contract.announceTyping).mutation(({ ctx, input }) => announceTyping(ctx, input)),
});
