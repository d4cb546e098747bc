package io.loadstone.nbd.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * How a server's identity is verified; there is no way not to.
 *
 * @param host whom its certificate must be for
 * @param authorities a file of certificates (PEM) that its own must come from; empty for those that
 *     the Java machine trusts
 */
record Tls(String host, Optional<Path> authorities) {

  /** A channel whose handshake is still to be done. */
  TlsChannel over(SocketChannel socket) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust(), null);
      SSLEngine engine = context.createSSLEngine(host, -1);
      engine.setUseClientMode(true);
      SSLParameters parameters = engine.getSSLParameters();
      // The rule of RFC 2818, which the JDK knows by this name: the certificate is for the host.
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      engine.setSSLParameters(parameters);
      return new TlsChannel(socket, engine);
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS can't be used: " + e.getMessage(), e);
    }
  }

  private TrustManager[] trust() throws IOException, GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore known = null; // the Java machine's own
    if (authorities.isPresent()) {
      known = KeyStore.getInstance(KeyStore.getDefaultType());
      known.load(null, null);
      for (Certificate certificate : certificates(authorities.get())) {
        known.setCertificateEntry(Integer.toString(known.size()), certificate);
      }
    }
    factory.init(known);
    return factory.getTrustManagers();
  }

  // What is in the file is not repeated: it may be another one than was meant.
  private static Collection<? extends Certificate> certificates(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (!found.isEmpty()) {
        return found;
      }
    } catch (CertificateException _) { // the sentence below is for both
    } catch (IOException e) {
      throw new IOException(file + " can't be read; name a readable file of certificates (PEM)", e);
    }
    throw new IOException(file + " holds no certificates; name a file of some (PEM)");
  }
}
