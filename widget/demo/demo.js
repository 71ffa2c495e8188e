// What a page may do with the chat: dress it in its own colour, and open it from its own buttons.
window.frontdesk =
  window.frontdesk ||
  ((...call) => {
    window.frontdesk.q = window.frontdesk.q || [];
    window.frontdesk.q.push(call);
  });

const color = document.querySelector('meta[name="theme-color"]')?.content;
if (color) window.frontdesk('update', { color });

for (const button of document.querySelectorAll('[data-chat]')) {
  button.addEventListener('click', () => {
    const { chat } = button.dataset;
    if (chat) window.frontdesk('send', chat);
    else window.frontdesk('open');
  });
}
