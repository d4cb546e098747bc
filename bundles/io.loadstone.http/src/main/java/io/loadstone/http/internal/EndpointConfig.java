package io.loadstone.http.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the HTTP endpoint as they are written; {@link EndpointSettings} checks them. */
@ObjectClassDefinition(
    id = EndpointSettings.PID,
    name = "HTTP endpoint",
    description = "Jolokia over HTTP")
@interface EndpointConfig {
  @AttributeDefinition(
      description = "Address to listen on; only loopback addresses, since there is no TLS")
  String host() default EndpointSettings.DEFAULT_HOST;

  @AttributeDefinition(
      description =
          "TCP port, 0 to 65535; 0 takes any free one. Text, so that a bad one gets a sentence")
  String port() default EndpointSettings.DEFAULT_PORT;

  @AttributeDefinition(
      required = false,
      description = "Names besides localhost under which clients reach the agent, comma separated")
  String[] hostNames() default {};

  @AttributeDefinition(
      required = false,
      description = "Origins whose web pages may call the agent, such as https://lab.example:8443")
  String[] allowedOrigins() default {};

  @AttributeDefinition(
      required = false,
      description = "Folder of the agent's data; empty for the agent's own")
  String dataFolder() default "";
}
