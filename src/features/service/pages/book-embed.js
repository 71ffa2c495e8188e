// On a business's website: makes the frames with its booking page as high as their content.
addEventListener('message', ({ data, source }) => {
  const height = data?.bookingPageHeight;
  if (typeof height !== 'number') return;
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentWindow === source) frame.style.height = `${Math.ceil(height)}px`;
});
