const { isObject, isShallow, isText, isTextOrAbsent, parseObject } = require("./json-shape.cjs");

const hasChannel = ({ data }) => isObject(data) && isText(data.channel);

const shapes = {
  "pusher:subscribe": (message) =>
    hasChannel(message) && isTextOrAbsent(message.data.auth) && isTextOrAbsent(message.data.channel_data),
  "pusher:unsubscribe": hasChannel,
  "pusher:signin": ({ data }) => isObject(data) && isText(data.user_data) && isText(data.auth),
};

/**
 * Soketi reads frames without checking them, and an exception there ends its process. A screen belongs to one socket
 * and tells for each of its frames whether Soketi can bear it.
 * @returns {(frame: Buffer) => boolean}
 */
function createScreen() {
  let user;
  return (frame) => {
    const message = parseObject(frame);
    if (!message || !isText(message.event)) return false;
    if (message.event.includes("client-")) return isTextOrAbsent(message.channel) && isShallow(message.data);
    if (!Object.hasOwn(shapes, message.event)) return isShallow(message);
    if (!shapes[message.event](message)) return false;
    if (message.event !== "pusher:signin") return true;
    // Signed in as a second user, the socket stays listed under the first after its end, and sending to that user throws.
    user ??= message.data.user_data;
    return user === message.data.user_data;
  };
}

module.exports = { createScreen };
