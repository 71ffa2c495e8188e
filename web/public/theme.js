// Before anything is drawn, so that nobody is dazzled by the other theme first.
try {
  const theme = localStorage.getItem('frontdesk.theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage it goes by the system.
}
